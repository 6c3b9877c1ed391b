/** Dutch strings for the audit log. */
import type { AuditWords } from '../en/audit.ts';
import type { AnyText } from '../shape.ts';
import { plural } from './ui.ts';

export const auditWords: AnyText<AuditWords> = {
  title: 'Auditlog',
  all: 'Alles',
  by: 'Uitgevoerd door',
  everybody: 'Iedereen',
  from: 'Van',
  to: 'Tot en met',
  clear: 'Filters wissen',
  none: 'Nog geen vermeldingen',
  noneFound: 'Geen vermelding gevonden',
  noneYet: 'Nog niets gevonden',
  noneYetNote: 'Oudere vermeldingen zijn nog niet doorzocht. Kies “Meer tonen” om verder te gaan.',
  shown: (n) => plural(n, { one: '# vermelding', other: '# vermeldingen' }),
  byKey: 'met API-sleutel',
  when: 'Tijd',
  action: 'Actie',
  object: 'Object',
};
