/** The rows behind leases: who has one, and until when by the server's clock. */
import { sql } from 'kysely';
import type { Db } from './db.ts';

const after = (ms: number) => sql<Date>`UTC_TIMESTAMP(3) + INTERVAL ${sql.lit(Math.round(ms * 1_000))} MICROSECOND`;

/** Takes a lease that is free, has expired, or is the owner's already; one statement decides. */
export async function takeRow(db: Db, name: string, owner: string, ms: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('leases')
    .set({ owner, expires_at: after(ms) })
    .where('name', '=', name)
    .where((e) => e.or([e('expires_at', '<=', sql<Date>`UTC_TIMESTAMP(3)`), e('owner', '=', owner)]))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return true;
  const row = await db.selectFrom('leases').select('name').where('name', '=', name).executeTakeFirst();
  if (row) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('leases')
    .ignore()
    .values({ name, owner, expires_at: after(ms) })
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Prolongs a lease; false when somebody else has it. */
export async function renewRow(db: Db, name: string, owner: string, ms: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('leases')
    .set({ expires_at: after(ms) })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Lets a lease go, if it is still the owner's. */
export const releaseRow = (db: Db, name: string, owner: string) =>
  db
    .updateTable('leases')
    .set({ expires_at: sql<Date>`UTC_TIMESTAMP(3)` })
    .where('name', '=', name)
    .where('owner', '=', owner)
    .execute();
