/**
 * Rows about changed access in the link service's change feed. The link service's processes read them within a second,
 * whichever service wrote them.
 */
import { sql } from 'kysely';
import type { Trx } from './tables.ts';

/** A change of a workspace's members, keys, plan or state, or of a user's sessions. */
export type AccessChange = { workspaceId: number } | { userId: number };

const toSubject = (change: AccessChange) =>
  'userId' in change
    ? ({ kind: 'user', subject_id: change.userId } as const)
    : ({ kind: 'workspace', subject_id: change.workspaceId } as const);

/**
 * Makes every process of the link service read permissions again, so that an ended session is refused within a
 * second. Call it last in the transaction.
 */
export const recordAccessChanges = (trx: Trx, changes: AccessChange[]) =>
  trx
    .insertInto('link_changes')
    .values(
      changes.map((change) => ({ domain_id: 0, slug: '', ...toSubject(change), changed_at: sql`UTC_TIMESTAMP(3)` })),
    )
    .execute();
