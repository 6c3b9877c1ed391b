/** Queries for the rows of leases: the owner, and the expiry by the server's clock. */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { changesRows } from './results.ts';

export type LeaseTables = { leases: { name: string; owner: string; expires_at: Date } };
/** A database with a table of leases. */
export type LeaseDb = Kysely<LeaseTables>;

/** A lease's table, name and owner. All lease tables have the columns of `leases`. */
export type LeaseRow = { table: string; name: string; owner: string };

/** Gives any lease table's name the type `leases`, for Kysely. */
const known = (table: string) => table as 'leases';

/** Creates a table for leases that are needed before the migrations create `leases`. */
export const createLeases = (db: LeaseDb, table: string) =>
  sql`CREATE TABLE IF NOT EXISTS ${sql.table(table)} (
    name VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    owner CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    expires_at DATETIME(3) NOT NULL
  ) ENGINE=InnoDB`.execute(db);

const after = (ms: number) => sql<Date>`UTC_TIMESTAMP(3) + INTERVAL ${sql.lit(Math.round(ms * 1_000))} MICROSECOND`;

/** Takes a lease that is free, expired or already the owner's, in one statement. */
export async function takeRow(db: LeaseDb, { table, name, owner }: LeaseRow, ms: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(known(table))
    .set({ owner, expires_at: after(ms) })
    .where('name', '=', name)
    .where((e) => e.or([e('expires_at', '<=', sql<Date>`UTC_TIMESTAMP(3)`), e('owner', '=', owner)]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return true;
  const row = await db.selectFrom(known(table)).select('name').where('name', '=', name).executeTakeFirst();
  if (row) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(known(table))
    .ignore()
    .values({ name, owner, expires_at: after(ms) })
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Serialises transactions with the same name. On different servers of a cluster they conflict at COMMIT instead. */
export async function lockName(trx: LeaseDb, table: string, name: string): Promise<void> {
  const row = { owner: randomUUID(), expires_at: after(0) };
  await trx
    .insertInto(known(table))
    .values({ name, ...row })
    .onDuplicateKeyUpdate(row)
    .execute();
}

/** Renews a lease; `false` if another owner has it. */
export const renewRow = (db: LeaseDb, { table, name, owner }: LeaseRow, ms: number): Promise<boolean> =>
  changesRows(
    db
      .updateTable(known(table))
      .set({ expires_at: after(ms) })
      .where('name', '=', name)
      .where('owner', '=', owner),
  );

/** Releases a lease if it still belongs to the owner. */
export const releaseRow = (db: LeaseDb, { table, name, owner }: LeaseRow) =>
  db
    .updateTable(known(table))
    .set({ expires_at: sql<Date>`UTC_TIMESTAMP(3)` })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .execute();
