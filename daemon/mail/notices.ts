/**
 * Mails that tell a person of a change to what gives access to their account. They go to verified addresses alone, so that
 * nobody has strangers mailed, and are so many an hour: whoever makes and revokes keys all day is told enough by the first.
 */
import type { Trx } from '../core/tables.ts';
import type { UserRow } from '../identity/queries.ts';
import type { Mail } from './mail-texts.ts';
import { countMailsTo, insertMail } from './queries.ts';

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

const mostAnHour = 20;
const hourMs = 3_600_000;

type Told = Pick<UserRow, 'email' | 'name' | 'emailVerifiedAt'>;

/** In the transaction of the change. */
export async function insertNotice(trx: Trx, { email, name, emailVerifiedAt }: Told, notice: Notice, now: Date) {
  if (emailVerifiedAt === null) return;
  if ((await countMailsTo(trx, email, kinds, new Date(now.getTime() - hourMs))) >= mostAnHour) return;
  await insertMail(trx, email, { ...notice, name } as Mail, now);
}
