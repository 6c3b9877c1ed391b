/** What a contact's own row says of it. */
import type { ContactTable } from '../../core/tables.ts';

/** The rest of the row follows from these, or says when. */
export const contactColumns = [
  'email',
  'f_name',
  'l_name',
  'contact_no',
  'country',
  'state',
  'timezone',
  'type',
  'source',
  'points',
  'status',
] as const satisfies (keyof ContactTable)[];
