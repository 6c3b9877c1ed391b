/** German strings for the audit log. */
import type { AuditWords } from '../en/audit.ts';
import type { AnyText } from '../shape.ts';
import { plural } from './ui.ts';

export const auditWords: AnyText<AuditWords> = {
  title: 'Audit-Log',
  all: 'Alles',
  by: 'Ausgeführt von',
  everybody: 'Alle',
  from: 'Von',
  to: 'Bis',
  clear: 'Filter zurücksetzen',
  none: 'Noch keine Einträge',
  noneFound: 'Kein Eintrag gefunden',
  noneYet: 'Noch nichts gefunden',
  noneYetNote: 'Ältere Einträge sind noch nicht durchsucht. Mit „Mehr anzeigen“ geht es weiter.',
  shown: (n) => plural(n, { one: '# Eintrag', other: '# Einträge' }),
  byKey: 'mit API-Schlüssel',
  when: 'Zeit',
  action: 'Aktion',
  object: 'Objekt',
};
