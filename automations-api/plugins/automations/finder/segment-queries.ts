/** Queries for the segments that filters use. */
import { sql } from 'kysely';
import type { Db, Trx } from '../core/tables.ts';
import type { FilterArgs } from './filter-args.ts';

export async function findSegmentFilter(db: Db, id: number): Promise<FilterArgs | undefined> {
  const row = await db.selectFrom('automations_segments').select('filter').where('id', '=', id).executeTakeFirst();
  return row && (JSON.parse(row.filter) as FilterArgs);
}

/**
 * Locks a segment's row until the transaction ends, and returns the id of its parent segment. Returns undefined if it
 * does not exist.
 */
export async function lockSegment(trx: Trx, id: number): Promise<{ parentId: number | null } | undefined> {
  await trx.updateTable('automations_segments').set({ holds: sql`holds + 1` }).where('id', '=', id).execute();
  return trx.selectFrom('automations_segments').select('parent_id as parentId').where('id', '=', id).executeTakeFirst();
}
