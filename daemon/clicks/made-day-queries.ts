/** Links' counts by day and by hour, and the position up to which counts by day are built. */
// biome-ignore-all lint/plugin: clicks are stored with handwritten SQL.
import { sql } from 'kysely';
import type { Db, Trx } from '../core/tables.ts';
import { levels } from './block-queries.ts';
import { hex, insertTexts } from './insert-texts.ts';
import { dayOf, hourMs, hoursADay } from './time.ts';

/** A position in the key order of counts by day. */
export type DayPlace = { day: number; workspaceId: number; linkId: number };

/** A link's counts for an hour. */
export type HourRow = {
  hour: number;
  linkId: number;
  clicks: number;
  uniqueClicks: number;
  botClicks: number;
  ownClicks: number;
  lastMs: number | null;
  breakdown: Buffer;
};

export type DayRow = Omit<HourRow, 'hour'>;

/** Returns whether the counts at `place` are built, given the last built position. */
export const isMade = (place: DayPlace, made: DayPlace) =>
  (place.day - made.day || place.workspaceId - made.workspaceId || place.linkId - made.linkId) <= 0;

/** Returns the last built position. It only changes while no clicks are being stored. */
export const findMade = (db: Db): Promise<DayPlace> =>
  db
    .selectFrom('click_days_made')
    .select(['day', 'workspace_id as workspaceId', 'link_id as linkId'])
    .executeTakeFirstOrThrow();

/** Returns the first day on which links can still have counts by hour only. */
export const findOpenDay = async (db: Db): Promise<number> => (await findMade(db)).day;

const hoursOf = (day: number) => Array.from({ length: hoursADay }, (_, n) => day * hoursADay + n);

/** Lists links' clicks on some days, in one or more rows for each day with clicks. */
export async function listClicksByDay(
  db: Db,
  links: { workspaceId: number; linkId: number }[],
  days: number[],
): Promise<{ linkId: number; day: number; clicks: number }[]> {
  const openDay = await findOpenDay(db);
  const made = days.filter((day) => day < openDay);
  const open = days.filter((day) => day >= openDay).flatMap(hoursOf);
  const ofHours = await listClicks(db, 'click_hours', 'hour', { links, buckets: open });
  return [
    ...(await listClicks(db, 'click_days', 'day', { links, buckets: made })),
    ...ofHours.map((count) => ({ ...count, day: dayOf(count.day * hourMs) })),
  ];
}

async function listClicks(
  db: Db,
  table: 'click_days' | 'click_hours',
  bucket: 'day' | 'hour',
  { links, buckets }: { links: { workspaceId: number; linkId: number }[]; buckets: number[] },
): Promise<{ linkId: number; day: number; clicks: number }[]> {
  const keys = links.flatMap(({ workspaceId, linkId }) =>
    buckets.map((each) => sql`(${workspaceId}, ${each}, ${linkId})`),
  );
  if (keys.length === 0) return [];
  const { rows } = await sql<{ linkId: number; day: number; clicks: number }>`
    SELECT link_id AS linkId, ${sql.ref(bucket)} AS day, clicks FROM ${sql.table(table)}
    WHERE (workspace_id, ${sql.ref(bucket)}, link_id) IN (${sql.join(keys)})`.execute(db);
  return rows;
}

export const setMade = (trx: Trx, { day, workspaceId, linkId }: DayPlace) =>
  trx.updateTable('click_days_made').set({ day, workspace_id: workspaceId, link_id: linkId }).execute();

/** Lists the counts of the next links after a given one, sorted by link, for each hour of a day. */
export async function listHoursAfter(
  trx: Trx,
  { day, workspaceId, linkId }: DayPlace,
  linksAnHour: number,
): Promise<HourRow[][]> {
  const hours = hoursOf(day);
  const parts = hours.map(
    (hour) => sql`
      (SELECT hour, link_id AS linkId, clicks, unique_clicks AS uniqueClicks, bot_clicks AS botClicks,
        own_clicks AS ownClicks, last_ms AS lastMs, breakdown
      FROM click_hours WHERE workspace_id = ${workspaceId} AND hour = ${hour} AND link_id > ${linkId}
      ORDER BY link_id LIMIT ${sql.lit(linksAnHour)})`,
  );
  const { rows } = await sql<HourRow>`${sql.join(parts, sql` UNION ALL `)}`.execute(trx);
  return hours.map((hour) => rows.filter((row) => row.hour === hour));
}

export const insertDays = (trx: Trx, { day, workspaceId }: DayPlace, rows: DayRow[]) =>
  insertTexts(
    trx,
    'INSERT INTO click_days (workspace_id,day,link_id,clicks,unique_clicks,bot_clicks,own_clicks,last_ms,breakdown)',
    rows.map(
      ({ linkId, clicks, uniqueClicks, botClicks, ownClicks, lastMs, breakdown }) =>
        `(${workspaceId},${day},${linkId},${clicks},${uniqueClicks},${botClicks},${ownClicks},${lastMs ?? 'NULL'},${hex(breakdown)})`,
    ),
  );

/** Returns whether there can be days with own visits and no clicks. */
export const hasOwnNetworks = async (trx: Trx): Promise<boolean> =>
  (await trx.selectFrom('own_networks').select('workspace_id').limit(1).executeTakeFirst()) !== undefined;

/** Finds the next workspace with clicks or own visits on a day. */
export async function findNextWorkspace(trx: Trx, { day, workspaceId }: DayPlace): Promise<number | undefined> {
  const parts = levels.map(
    (level) => sql`
      (SELECT workspace_id AS id FROM click_blocks
      WHERE day = ${day} AND level = ${level} AND workspace_id > ${workspaceId} ORDER BY workspace_id LIMIT 1)`,
  );
  const ofOwnVisits = sql`
      (SELECT n.workspace_id AS id FROM own_networks n WHERE n.workspace_id > ${workspaceId} AND EXISTS (
        SELECT 1 FROM click_hours h WHERE h.workspace_id = n.workspace_id
        AND h.hour BETWEEN ${day * hoursADay} AND ${(day + 1) * hoursADay - 1})
      ORDER BY n.workspace_id LIMIT 1)`;
  const { rows } = await sql<{ id: number | null }>`
    SELECT MIN(id) AS id FROM (${sql.join([...parts, ofOwnVisits], sql` UNION ALL `)}) AS next`.execute(trx);
  return rows[0]?.id ?? undefined;
}
