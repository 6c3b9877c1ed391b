/** Adding a second factor, whichever it is: what else follows from it. */
import { duplicateKey, inTransaction } from '../../../../shared/db/db.ts';
import { listFactors } from '../../../../shared/factors/queries.ts';
import { success } from '../../../host/envelope.ts';
import { noteAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { conflict } from '../core/answers.ts';
import type { Trx } from '../core/tables.ts';
import { tellOfFactor } from '../mail/mail-texts.ts';
import { lockAdmin } from '../people/admin-queries.ts';
import { factorsIn } from '../people/factor-store.ts';
import { deleteSessions, type SessionOwner, updateBegunBy } from '../people/session-queries.ts';

type Added = { name: string; recoveryCodes: string[] };

/** The person of a session, as the audit log names them. */
export const callerOf = ({ id, name }: SessionOwner) => ({ type: 'user', id, name });

/** Until the first one, other sessions showed a password alone: they end. @throws passkey_known */
export async function addFactor(
  context: Context,
  owner: SessionOwner,
  type: 'totp' | 'passkey',
  add: (trx: Trx, now: Date) => Promise<Added>,
) {
  const { name, recoveryCodes } = await inTransaction(context.db, async (trx) => {
    await lockAdmin(trx, owner.id);
    const isFirst = (await listFactors(factorsIn(trx), owner.id)).length === 0;
    const added = await add(trx, new Date());
    if (isFirst) {
      await deleteSessions(trx, owner.id, owner.sessionId);
      await updateBegunBy(trx, owner.id, 'password', 'factor');
    }
    return added;
  }).catch((error) => {
    if (duplicateKey(error) === 'admin_factors_credential')
      throw conflict('passkey_known', 'This passkey is already registered.');
    throw error;
  });
  context.sessions.forget();
  await noteAct(context, callerOf(owner), 'admin.factor_added', owner.id, { type, name });
  await tellOfFactor(context, owner, 'added', name);
  return success({ recovery_codes: recoveryCodes });
}
