/** The heartbeat that is written on the primary and read on a replica. */
import { type Kysely, sql } from 'kysely';

export type HeartbeatTables = { heartbeats: { id: number; at: Date } };
type HeartbeatDb = Kysely<HeartbeatTables>;

const id = 1;
const now = sql<Date>`UTC_TIMESTAMP(3)`;

export const beat = (db: HeartbeatDb) =>
  db.insertInto('heartbeats').values({ id, at: now }).onDuplicateKeyUpdate({ at: now }).execute();

/** Computes the age of this server's last heartbeat; `undefined` if it has none. */
export async function findLagMs(db: HeartbeatDb): Promise<number | undefined> {
  const row = await db
    .selectFrom('heartbeats')
    .select(sql<number>`TIMESTAMPDIFF(MICROSECOND, at, UTC_TIMESTAMP(3)) / 1000`.as('lagMs'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row && Number(row.lagMs);
}
