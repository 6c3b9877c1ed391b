/**
 * The partitions of `click_blocks`, one per day. A day is split off the last partition, `rest`, a week before it
 * starts, while `rest` is empty. A day that was not split off in time stays in `rest`, which only makes its later
 * deletion slower.
 */
// biome-ignore-all lint/plugin: clicks are stored with handwritten SQL.
import { sql } from 'kysely';
import { withinMs } from '../../shared/db/db.ts';
import type { Db } from '../core/tables.ts';

type Partition = { name: string; before: number };

const daysAhead = 7;
/** Maximum time for which a change waits for an export that uses the table. After that, it is retried an hour later. */
const waitSeconds = 5;
const alterMs = 900_000;

const nameOf = (day: number) => `day_${day}`;

async function listPartitions(db: Db): Promise<Partition[]> {
  const { rows } = await sql<{ name: string; before: string }>`
    SELECT PARTITION_NAME AS name, PARTITION_DESCRIPTION AS \`before\` FROM information_schema.PARTITIONS
    WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'click_blocks' ORDER BY PARTITION_ORDINAL_POSITION
  `.execute(db);
  return rows.filter(({ name }) => name !== 'rest').map(({ name, before }) => ({ name, before: Number(before) }));
}

/** Creates missing partitions starting with `today`. */
export async function addPartitions(db: Db, today: number): Promise<void> {
  const end = (await listPartitions(db)).at(-1)?.before ?? today;
  const first = Math.max(end, today);
  const days = Array.from({ length: Math.max(0, today + daysAhead - first) }, (_, index) => first + index);
  if (days.length === 0) return;
  const parts = days.map((day) => `PARTITION ${nameOf(day)} VALUES LESS THAN (${day + 1})`);
  await alter(
    db,
    `ALTER TABLE click_blocks REORGANIZE PARTITION rest INTO (${parts.join(', ')}, PARTITION rest VALUES LESS THAN MAXVALUE)`,
  );
}

/** Drops the partitions whose days are all before `day`. Returns their number. */
export async function dropPartitions(db: Db, day: number): Promise<number> {
  const old = (await listPartitions(db)).filter(({ before }) => before <= day);
  if (old.length === 0) return 0;
  await alter(db, `ALTER TABLE click_blocks DROP PARTITION ${old.map(({ name }) => name).join(', ')}`);
  return old.length;
}

/** Runs a statement with a short lock wait, because inserts wait behind a statement that itself waits for a reader. */
const alter = (db: Db, statement: string) =>
  withinMs(db, alterMs)
    .connection()
    .execute(async (connection) => {
      await sql`SET SESSION lock_wait_timeout = ${sql.lit(waitSeconds)}`.execute(connection);
      try {
        await sql.raw(statement).execute(connection);
      } finally {
        await sql`SET SESSION lock_wait_timeout = DEFAULT`.execute(connection);
      }
    });
