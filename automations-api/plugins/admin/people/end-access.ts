/** Everything that gives access to an account of contacts, in one list. Every path that ends access uses it. */
import { deleteFactors } from '../../../../shared/factors/queries.ts';
import type { Trx } from '../core/tables.ts';
import { factorsIn } from './factor-store.ts';
import { deleteIdentities } from './identity-queries.ts';
import { deleteSessions, updateBegunBy } from './session-queries.ts';
import { deleteTokens } from './token-queries.ts';

/** Ends what an earlier password or an email opened: emailed links, and sessions except the one that is kept. */
export async function endSignIns(trx: Trx, id: number, keptSessionId?: number): Promise<void> {
  await deleteTokens(trx, id);
  await deleteSessions(trx, id, keptSessionId);
}

/** The same, and everything that was added to the account. Its password stays. */
export async function endAccess(trx: Trx, id: number): Promise<void> {
  await endSignIns(trx, id);
  await deleteFactors(factorsIn(trx), id);
  await updateBegunBy(trx, id, 'factor', 'password');
  await deleteIdentities(trx, id);
}
