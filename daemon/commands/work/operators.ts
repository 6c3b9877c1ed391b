/** Implementation of `waypost links operator …`. */
import { inTransaction } from '../../../shared/db/db.ts';
import { deleteOperator, insertOperator, listOperators } from '../../../shared/people/operator-queries.ts';
import { findUserByEmail } from '../../../shared/people/user-queries.ts';
import { commandLine, recordAct } from '../../safety/core/actions.ts';
import type { Tools } from '../core/tools.ts';

export async function setOperator({ db }: Tools, email: string, isOperator: boolean) {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`there is no user ${email}`);
  const now = new Date();
  await inTransaction(db, async (trx) => {
    const changed = await (isOperator ? insertOperator(trx, user.id, now) : deleteOperator(trx, user.id));
    if (!changed) return;
    const action = isOperator ? 'operator.add' : 'operator.remove';
    await recordAct(trx, commandLine, action, { objectId: user.publicId, now });
  });
  return { id: user.publicId, email: user.email, operator: isOperator };
}

export async function showOperators({ db }: Tools) {
  const operators = await listOperators(db);
  return { operators: operators.map(({ createdAt, ...user }) => ({ ...user, createdAt: createdAt.toISOString() })) };
}
