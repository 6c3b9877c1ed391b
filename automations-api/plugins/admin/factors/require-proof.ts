/** Asking a signed-in person for their password or a code, before what must not be done by who only found the session. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { countRecoveryCodes } from '../../../../shared/factors/queries.ts';
import { verifyPassword } from '../../../../shared/secrets/passwords.ts';
import type { AskedRoute } from '../../../host/core/route.ts';
import { askerOf, type Context } from '../context/context.ts';
import { invalid } from '../core/answers.ts';
import type { Trx } from '../core/tables.ts';
import { tellOfRecoveryCode } from '../mail/mail-texts.ts';
import { findAdmin, lockAdmin } from '../people/admin-queries.ts';
import { factorsIn } from '../people/factor-store.ts';
import type { SessionOwner } from '../people/session-queries.ts';

const justNowMs = 600_000;

const isNew = ({ begunAt }: SessionOwner): boolean => Date.now() - begunAt.getTime() < justNowMs;

/** For people who sign in elsewhere: that they did so just now stands for a password. @throws rest_invalid_param */
export function requireNew(owner: SessionOwner, param = 'password'): void {
  if (!isNew(owner))
    throw invalid(param, 'is not how you sign in: sign out, sign in again, and do this within ten minutes');
}

/** The hash of the password that a person signs in with here. */
const findHash = async ({ db, config }: Context, { id }: SessionOwner): Promise<string | undefined> =>
  (config.passwordSignIn && (await findAdmin(db, id))?.passwordHash) || undefined;

/** Without a password the session has to be new. @throws rest_invalid_param, `rate_limited` */
export async function requirePasswordOrNew(
  context: Context,
  request: AskedRoute,
  owner: SessionOwner,
  given: string | undefined,
): Promise<void> {
  const hash = await findHash(context, owner);
  if (hash === undefined) return requireNew(owner);
  if (given === undefined) {
    if (isNew(owner)) return;
    throw invalid('password', 'is required: you signed in more than ten minutes ago');
  }
  const attempt = await context.tries.spendOnOwner(owner.id);
  if (!(await verifyPassword(hash, given, askerOf(request)))) throw invalid('password', 'is not your password');
  attempt.refund();
}

type Proof = { password?: string | undefined; code?: string | undefined };

/**
 * Does `work` for a person who gives the password or a code, which is used up. People of WordPress and of the provider have no
 * password here: that they signed in just now counts. @throws rest_invalid_param, `rate_limited`
 */
export async function proven<Result>(
  context: Context,
  request: AskedRoute,
  owner: SessionOwner,
  { password, code }: Proof,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  if (code === undefined) {
    const isAsked = password === undefined && (await findHash(context, owner)) !== undefined;
    if (isAsked) throw invalid('password', 'is required, or a code');
    await requirePasswordOrNew(context, request, owner, password);
  }
  const attempt = code === undefined ? undefined : await context.tries.spendOnCode(owner.id);
  const { result, left } = await inTransaction(context.db, async (trx) => {
    await lockAdmin(trx, owner.id);
    const store = factorsIn(trx);
    const method = code === undefined ? 'password' : await context.factors.useCode(store, owner.id, code, new Date());
    if (!method) throw invalid('code', 'is wrong or was used already');
    const left = method === 'recovery' ? await countRecoveryCodes(store, owner.id) : undefined;
    return { result: await work(trx), left };
  });
  attempt?.refund();
  if (left !== undefined) await tellOfRecoveryCode(context, owner, left);
  return result;
}
