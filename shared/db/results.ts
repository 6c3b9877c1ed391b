/** Functions that run statements and return only an id or a number of rows. */
import type { SelectQueryBuilder } from 'kysely';

type Run<Result> = { executeTakeFirstOrThrow: () => Promise<Result> };
type Changed =
  | { numUpdatedRows: bigint }
  | { numDeletedRows: bigint }
  | { numInsertedOrUpdatedRows?: bigint | undefined };
type Change = Run<Changed>;

/** Inserts rows. Returns the id of the first one. */
export const insertedId = async (insertion: Run<{ insertId?: bigint | undefined }>): Promise<number> =>
  Number((await insertion.executeTakeFirstOrThrow()).insertId);

/** Inserts, updates or deletes rows. Returns their number. */
export async function changedRows(change: Change): Promise<number> {
  const result = await change.executeTakeFirstOrThrow();
  if ('numUpdatedRows' in result) return Number(result.numUpdatedRows);
  return Number('numDeletedRows' in result ? result.numDeletedRows : (result.numInsertedOrUpdatedRows ?? 0));
}

/** Inserts, updates or deletes rows. Returns whether there were any. */
export const changesRows = async (change: Change): Promise<boolean> => (await changedRows(change)) > 0;

/** Counts the rows of a query. */
export async function countRows<Tables, Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const counted = query.select((e) => e.fn.countAll().as('n')) as Run<unknown>;
  return Number(((await counted.executeTakeFirstOrThrow()) as { n: number }).n);
}

/** Lists the ids of the rows of a query. */
export const listIds = async (query: { execute: () => Promise<{ id: number }[]> }): Promise<number[]> =>
  (await query.execute()).map(({ id }) => id);
