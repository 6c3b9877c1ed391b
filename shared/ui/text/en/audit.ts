/** English strings for the audit log. */
import { counted } from '../../../plural.ts';

export const auditWords = {
  title: 'Audit log',
  all: 'Everything',
  by: 'Done by',
  everybody: 'Everyone',
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  none: 'No entries yet',
  noneFound: 'No entry matches',
  noneYet: 'Nothing found yet',
  noneYetNote: 'Older entries are not searched yet. Select Show more to continue.',
  shown: (n: number) => counted(n, 'entry', 'entries'),
  byKey: 'by API key',
  when: 'Time',
  action: 'Action',
  object: 'Object',
};
export type AuditWords = typeof auditWords;
