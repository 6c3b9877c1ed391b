/** The addresses that a contact had, or those who were merged into it, as far as its timeline goes back. */

import type { Trx } from '../../core/tables.ts';
import { keyOfEmail } from '../../core/text.ts';
import { listTimeline } from './queries.ts';

/** Data of `contact.email_changed` and `contact.merged`. */
type Data = { changes?: { email?: { from: string } }; email?: string };

const events = ['contact.email_changed', 'contact.merged'];

/** Without duplicates; can include the current address. */
export async function listPreviousEmailKeys(trx: Trx, contactId: number): Promise<string[]> {
  const entries = await listTimeline(trx, contactId, events, { beforeId: undefined, limit: Number.MAX_SAFE_INTEGER });
  const emails = entries.map((entry) => {
    const { changes, email } = JSON.parse(entry.data) as Data;
    return changes?.email?.from ?? email;
  });
  return [...new Set(emails.flatMap((email) => (email === undefined ? [] : [keyOfEmail(email)])))];
}
