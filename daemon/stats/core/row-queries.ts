/**
 * Rows of counts by hour and by day. The rows are looked up by their whole keys, because a range of a workspace's keys
 * would include the rows of all its links.
 */
import { type RawBuilder, sql } from 'kysely';
import { dayMs, hourMs } from '../../clicks/time.ts';

export type Unit = 'hour' | 'day';
export const unitMs = { hour: hourMs, day: dayMs };
/** An hour or a day, counted since 1970. */
export type Bucket = { unit: Unit; bucket: number };

/** Returns the buckets of one unit. */
export const bucketsIn = (buckets: Bucket[], unit: Unit) =>
  buckets.flatMap((each) => (each.unit === unit ? [each.bucket] : []));

/** Links that are counted together; 0 is the whole workspace. */
export type LinkGroup = { workspaceId: number; linkIds: number[] };

type LookUps = LinkGroup & { unit: Unit; buckets: number[] };

/**
 * Maximum number of lookups in one SELECT. With more, MariaDB reads every link of the workspace instead of looking
 * each up.
 */
export const lookUpsASelect = 9_000;

export const tableOf = (unit: Unit) => sql.table(unit === 'hour' ? 'click_hours' : 'click_days');

export const selectCounts = <Row>(
  columns: RawBuilder<unknown>,
  { workspaceId, linkIds, unit, buckets }: LookUps,
) => sql<Row>`
  SELECT ${columns} FROM ${tableOf(unit)}
  WHERE workspace_id = ${workspaceId} AND ${sql.ref(unit)} IN (${sql.join(buckets)}) AND link_id IN (${sql.join(linkIds)})`;

/** Splits the lookups of all links in all buckets. Rows of one bucket are adjacent. */
export function* splitLookUps(
  { workspaceId, linkIds }: LinkGroup,
  { unit, buckets }: Pick<LookUps, 'unit' | 'buckets'>,
  atMost: number,
): Generator<LookUps> {
  const bucketsAtOnce = Math.max(1, Math.floor(atMost / linkIds.length));
  for (let bucket = 0; bucket < buckets.length; bucket += bucketsAtOnce) {
    const some = buckets.slice(bucket, bucket + bucketsAtOnce);
    for (let link = 0; link < linkIds.length; link += atMost) {
      yield { workspaceId, linkIds: linkIds.slice(link, link + atMost), unit, buckets: some };
    }
  }
}
