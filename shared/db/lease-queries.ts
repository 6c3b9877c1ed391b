/** The rows behind leases: who has one, and until when by the server's clock. */
import { type Kysely, sql } from 'kysely';

export type LeaseTables = { leases: { name: string; owner: string; expires_at: Date } };
/** A database with leases. */
export type LeaseDb = Kysely<LeaseTables>;

/** Whose lease in which table. Tables other than `leases` have its columns. */
export type LeaseRow = { table: string; name: string; owner: string };

/** The name that Kysely is to take for one it knows. */
const known = (table: string) => table as 'leases';

/** For what needs leases before the migrations have made `leases`. */
export const createLeases = (db: LeaseDb, table: string) =>
  sql`CREATE TABLE IF NOT EXISTS ${sql.table(table)} (
    name VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
    owner CHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    expires_at DATETIME(3) NOT NULL
  ) ENGINE=InnoDB`.execute(db);

const after = (ms: number) => sql<Date>`UTC_TIMESTAMP(3) + INTERVAL ${sql.lit(Math.round(ms * 1_000))} MICROSECOND`;

/** Takes a lease that is free, has expired, or is the owner's already; one statement decides. */
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

/** Prolongs a lease; false when somebody else has it. */
export async function renewRow(db: LeaseDb, { table, name, owner }: LeaseRow, ms: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(known(table))
    .set({ expires_at: after(ms) })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Lets a lease go, if it is still the owner's. */
export const releaseRow = (db: LeaseDb, { table, name, owner }: LeaseRow) =>
  db
    .updateTable(known(table))
    .set({ expires_at: sql<Date>`UTC_TIMESTAMP(3)` })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .execute();
