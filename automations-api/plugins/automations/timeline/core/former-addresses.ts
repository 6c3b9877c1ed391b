/** The addresses that a contact had, or those who were merged into it, as far as its timeline goes back. */

import type { Trx } from '../../core/tables.ts';
import { keyOfEmail } from '../../core/text.ts';
import { listTimeline } from './queries.ts';

/** Of `contact.email_changed`, and of `contact.merged`. */
type Data = { changes?: { email?: { from: string } }; email?: string };

const events = ['contact.email_changed', 'contact.merged'];

/** Each once; the present one may be among them. */
export async function listFormerEmailKeys(trx: Trx, contactId: number): Promise<string[]> {
  const entries = await listTimeline(trx, contactId, events, undefined, Number.MAX_SAFE_INTEGER);
  const emails = entries.map((entry) => {
    const { changes, email } = JSON.parse(entry.data) as Data;
    return changes?.email?.from ?? email;
  });
  return [...new Set(emails.flatMap((email) => (email === undefined ? [] : [keyOfEmail(email)])))];
}
