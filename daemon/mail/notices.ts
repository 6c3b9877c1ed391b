/**
 * Emails to users about changes to the access to their account. They go only to verified email addresses, so that
 * nobody can make Waypost email strangers. Their number per hour is limited.
 */
import { isInformed } from '../../shared/people/mail-queries.ts';
import type { UserRow } from '../../shared/people/user-queries.ts';
import type { Trx } from '../core/tables.ts';
import type { Mail } from './mail-texts.ts';
import { insertMail } from './queries.ts';

const kinds = [
  'password-changed',
  'key-made',
  'keys-revoked',
  'factor-added',
  'factor-removed',
  'factors-removed',
  'recovery-codes-made',
  'recovery-code-used',
] as const;
type Nameless<M> = M extends Mail ? Omit<M, 'name'> : never;
export type Notice = Nameless<Extract<Mail, { kind: (typeof kinds)[number] }>>;

type Recipient = Pick<UserRow, 'email' | 'name' | 'emailVerifiedAt'>;

/** Queues a notice. Runs in the transaction of the change. */
export async function insertNotice(trx: Trx, { email, name, emailVerifiedAt }: Recipient, notice: Notice, now: Date) {
  if (emailVerifiedAt === null) return;
  if (await isInformed(trx, email, kinds, now)) return;
  await insertMail(trx, email, { ...notice, name } as Mail, { now });
}
