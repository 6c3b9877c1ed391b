/**
 * The link service's outbox, for emails to users. An email is sent once the transaction that requested it is committed.
 */
import type { Db, Trx } from './tables.ts';

/**
 * Emails that contact automation requests. They contain no secrets: an invitation's token is created when the email is
 * sent.
 */
export type ContactsMail =
  | { kind: 'contacts-invite'; inviteId: number; inviterName: string; url: string }
  | { kind: 'contacts-access'; name: string; inviterName: string; url: string }
  | { kind: 'contacts-key-made' | 'contacts-key-revoked'; name: string; key: string; url: string };

/** Requests an email; `senderId` is the user who sends the email to someone else. */
export const insertMail = async <Mail extends { kind: string } = ContactsMail>(
  trx: Trx,
  recipient: string,
  { kind, ...data }: Mail,
  { now, senderId = null }: { now: Date; senderId?: number | null },
): Promise<void> => {
  await trx
    .insertInto('mails')
    .values({ kind, recipient, sender_id: senderId, data: JSON.stringify(data), created_at: now })
    .execute();
};

const mostAnHour = 20;
const hourMs = 3_600_000;

/** Resolves to whether a recipient has reached the hourly limit for emails of these kinds. */
export async function isInformed(db: Db, recipient: string, kinds: readonly string[], now: Date): Promise<boolean> {
  const { n } = await db
    .selectFrom('mails')
    .where('recipient', '=', recipient)
    .where('kind', 'in', kinds)
    .where('created_at', '>', new Date(now.getTime() - hourMs))
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n) >= mostAnHour;
}
