/**
 * Total clicks of links, kept in their rows so that lists can sort by them. They change in the transactions that change
 * click_days: once for each link and batch, and with each deleted day. Clicks of many links are noted there instead, and
 * added later for many batches at once, because it costs more to change a link than to store a click. Links are updated
 * in the order of their ids; deleted ones are skipped. Changed links are recorded for other copies of the totals.
 */
import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../../shared/db/db.ts';
import type { Db, Trx } from '../core/tables.ts';
import { areNotesDue } from '../pulse/open-pulse.ts';
import { readVarints, toVarints } from './bytes/varints.ts';
import { allShards, shardOf } from './core/shards.ts';

/** Clicks of a link; `last` in Unix ms. */
type Clicks = { linkId: number; clicks: number; last: number };

const linksAStatement = 2_000;
/** Clicks of so many links are noted. */
const linksNoted = 1_000;
const notesAtOnce = 100;

/** `counts` may name a link several times. */
export async function addToLinks(trx: Trx, counts: Clicks[]): Promise<void> {
  const sums = sumByLink(counts);
  await (sums.length < linksNoted ? addSums(trx, sums) : note(trx, sums));
}

function sumByLink(counts: Iterable<Clicks>): Clicks[] {
  const sums = new Map<number, Clicks>();
  for (const { linkId, clicks, last } of counts) {
    if (clicks === 0) continue;
    const sum = sums.get(linkId);
    if (sum) {
      sum.clicks += clicks;
      sum.last = Math.max(sum.last, last);
    } else sums.set(linkId, { linkId, clicks, last });
  }
  return [...sums.values()];
}

async function addSums(trx: Trx, sums: Clicks[]): Promise<void> {
  const at = sql`(TIMESTAMP'1970-01-01 00:00:00' + INTERVAL changed.ms * 1000 MICROSECOND)`;
  await changeLinks(
    trx,
    sums.map(({ linkId, clicks, last }) => [linkId, clicks, last]),
    sql`links.last_click_at = GREATEST(COALESCE(links.last_click_at, ${at}), ${at}),
      links.clicks = links.clicks + changed.clicks`,
  );
}

/** A note for each shard, so that few links are locked when it is added to them. */
async function note(trx: Trx, sums: Clicks[]): Promise<void> {
  const notes = allShards.map((shard) => {
    const ofShard = sums.filter(({ linkId }) => shardOf(linkId) === shard);
    const clicks = toVarints(ofShard.flatMap(({ linkId, clicks, last }) => [linkId, clicks, last]));
    return { shard, noted_at: sql<Date>`UTC_TIMESTAMP(3)`, clicks };
  });
  await trx
    .insertInto('noted_clicks')
    .values(notes.filter(({ clicks }) => clicks.length > 0))
    .execute();
}

function* readNote(bytes: Buffer): Generator<Clicks> {
  const { more, next } = readVarints(bytes);
  while (more()) yield { linkId: next(), clicks: next(), last: next() };
}

/** Adds notes to the links once they are due. */
export async function addDueNotes(db: Db, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ due: number | null }>`SELECT (${areNotesDue}) AS due`.execute(db);
  if (!rows[0]?.due) return;
  for (const shard of allShards) {
    do signal.throwIfAborted();
    while (await inTransaction(db, (trx) => addNotes(trx, shard)));
  }
}

/** Adds the oldest notes, of one shard or of all, to the links. Resolves to whether there may be more. */
export async function addNotes(trx: Trx, shard?: number): Promise<boolean> {
  // Read without locks first: a note that is being written would be waited for.
  const found = await trx
    .selectFrom('noted_clicks')
    .select('id')
    .$if(shard !== undefined, (query) => query.where('shard', '=', shard as number))
    .orderBy('id')
    .limit(notesAtOnce)
    .execute();
  if (found.length === 0) return false;
  const ids = found.map(({ id }) => id);
  const notes = await trx.selectFrom('noted_clicks').select('clicks').where('id', 'in', ids).forUpdate().execute();
  await addSums(trx, sumByLink(notes.flatMap(({ clicks }) => [...readNote(clicks)])));
  await trx.deleteFrom('noted_clicks').where('id', 'in', ids).execute();
  return found.length === notesAtOnce;
}

/** Subtracts a day's clicks from links of a workspace; a link without clicks left counts as never clicked. */
export async function takeFromLinks(
  trx: Trx,
  workspaceId: number,
  counts: Pick<Clicks, 'linkId' | 'clicks'>[],
): Promise<void> {
  const gone = counts.filter(({ linkId, clicks }) => linkId > 0 && clicks > 0);
  await changeLinks(
    trx,
    gone.map(({ linkId, clicks }) => [linkId, clicks]),
    sql`links.clicks = links.clicks - LEAST(links.clicks, changed.clicks)`,
    sql`AND links.workspace_id = ${workspaceId}`,
  );
  if (gone.length === 0) return;
  await trx
    .updateTable('links')
    .set({ last_click_at: null })
    .where('workspace_id', '=', workspaceId)
    .where(
      'id',
      'in',
      gone.map(({ linkId }) => linkId),
    )
    .where('clicks', '=', 0)
    .execute();
}

/** Some thousand links a statement: `changes` are an id, clicks and Unix ms. */
async function changeLinks(
  trx: Trx,
  changes: [linkId: number, clicks: number, ms?: number][],
  set: RawBuilder<unknown>,
  only = sql``,
): Promise<void> {
  const sorted = changes.sort(([a], [b]) => a - b);
  for (let from = 0; from < sorted.length; from += linksAStatement) {
    const rows = JSON.stringify(sorted.slice(from, from + linksAStatement));
    await sql`
      UPDATE JSON_TABLE(${rows}, '$[*]' COLUMNS (
        id BIGINT PATH '$[0]', clicks INT PATH '$[1]', ms BIGINT PATH '$[2]'
      )) AS changed STRAIGHT_JOIN links ON links.id = changed.id ${only}
      SET ${set}`.execute(trx);
  }
  if (sorted.length === 0) return;
  const links = JSON.stringify(sorted.map(([linkId]) => linkId));
  await trx.insertInto('clicked_links').values({ links }).execute();
}
