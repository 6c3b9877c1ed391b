/** Italian strings for the audit log. */
import type { AuditWords } from '../en/audit.ts';
import type { AnyText } from '../shape.ts';
import { plural } from './ui.ts';

export const auditWords: AnyText<AuditWords> = {
  title: 'Registro di controllo',
  all: 'Tutto',
  by: 'Autore',
  everybody: 'Tutti',
  from: 'Da',
  to: 'A',
  clear: 'Cancella filtri',
  none: 'Ancora nessuna voce',
  noneFound: 'Nessuna voce corrisponde',
  noneYet: 'Ancora nessun risultato',
  noneYetNote: 'Le voci meno recenti non sono ancora state esaminate. Seleziona Mostra altro per continuare.',
  shown: (n) => plural(n, { one: '# voce', other: '# voci' }),
  byKey: 'con chiave API',
  when: 'Data',
  action: 'Azione',
  object: 'Oggetto',
};
