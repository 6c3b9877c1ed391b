/** Asking a signed-in person for their password or a code, before what must not be done by who only found the session. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { verifyPassword } from '../../../../shared/secrets/passwords.ts';
import type { AskedRoute } from '../../../host/core/route.ts';
import { askerOf, type Context } from '../context/context.ts';
import { invalid } from '../core/answers.ts';
import type { Trx } from '../core/tables.ts';
import { findAdmin, lockAdmin } from '../people/admin-queries.ts';
import { factorsIn } from '../people/factor-store.ts';
import type { SessionOwner } from '../people/session-queries.ts';

const justNowMs = 600_000;

/** Without a password the session has to be new. @throws rest_invalid_param, `rate_limited` */
export async function requirePasswordOrNew(
  context: Context,
  request: AskedRoute,
  { id, begunAt }: SessionOwner,
  given: string | undefined,
): Promise<void> {
  if (given === undefined) {
    if (Date.now() - begunAt.getTime() < justNowMs) return;
    throw invalid('password', 'is required: you signed in more than ten minutes ago');
  }
  const attempt = await context.tries.spendOnOwner(id);
  const hash = (await findAdmin(context.db, id))?.passwordHash;
  if (!hash || !(await verifyPassword(hash, given, askerOf(request))))
    throw invalid('password', 'is not your password');
  attempt.refund();
}

type Proof = { password?: string | undefined; code?: string | undefined };

/**
 * Does `work` for a person who gives the password or a code, which is used up. People of WordPress have no password here: that they
 * signed in just now counts. @throws rest_invalid_param, `rate_limited`
 */
export async function proven<Result>(
  context: Context,
  request: AskedRoute,
  owner: SessionOwner,
  { password, code }: Proof,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const isOfWordPress = owner.wpUserId !== null;
  if (code === undefined && password === undefined && !isOfWordPress)
    throw invalid('password', 'is required, or a code');
  if (code === undefined) await requirePasswordOrNew(context, request, owner, isOfWordPress ? undefined : password);
  const attempt = code === undefined ? undefined : await context.tries.spendOnCode(owner.id);
  const result = await inTransaction(context.db, async (trx) => {
    await lockAdmin(trx, owner.id);
    const isProven =
      code === undefined || (await context.factors.useCode(factorsIn(trx), owner.id, code, new Date())) !== undefined;
    if (!isProven) throw invalid('code', 'is wrong or was used already');
    return work(trx);
  });
  attempt?.refund();
  return result;
}
