/** Operators' actions in MySQL. */

import type { Insertable } from 'kysely';
import { changedRows } from '../../../shared/db/results.ts';
import type { Db, OperatorActionTable, Trx } from '../../core/tables.ts';

export const insertAction = (trx: Trx, action: Insertable<OperatorActionTable>) =>
  trx.insertInto('operator_actions').values(action).execute();

/** Lists actions with an id below `beforeId`, newest first: all actions, or only those on one object. */
export const listActionsOf = (
  db: Db,
  { objectId, beforeId }: { objectId?: string | undefined; beforeId?: number | undefined },
  limit: number,
) =>
  db
    .selectFrom('operator_actions')
    .$if(objectId !== undefined, (query) => query.where('object_id', '=', objectId as string))
    .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId as number))
    .select(['id', 'action', 'object_id as objectId', 'user_id as userId', 'plan', 'reason', 'created_at as createdAt'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export type ActionRow = Awaited<ReturnType<typeof listActionsOf>>[number];

/** Deletes up to `limit` actions older than `time`. Returns the number deleted. */
export const deleteActionsBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('operator_actions').where('created_at', '<', time).limit(limit));
