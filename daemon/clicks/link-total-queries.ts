/**
 * Links' total clicks, kept in the links' rows so that lists can be sorted by them. They change with each batch of
 * clicks and with each deleted day, in the same transaction. A batch with many links only leaves notes. They are
 * later added for many batches at once, because updating a link costs more than storing a click. Links are updated in
 * the order of their ids; deleted links are skipped. Changed links are recorded for other copies of the totals.
 */
import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '../../shared/db/db.ts';
import type { Db, Trx } from '../core/tables.ts';
import { areNotesDue } from '../pulse/open-pulse.ts';
import { readVarints, toVarints } from './bytes/varints.ts';
import { allShards, shardOf } from './core/shards.ts';

/** A number of clicks on a link; `last` is in Unix ms. */
type Clicks = { linkId: number; clicks: number; last: number };

const linksAStatement = 2_000;
/** If a batch has at least this many links, their clicks are noted instead of added. */
const linksNoted = 1_000;
const notesAtOnce = 100;

/** Adds clicks to the totals. `counts` can have several entries for a link. */
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

/** Inserts one note per shard, so that adding a note to the totals locks few links. */
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

/** Adds all notes to the links, if they are due. */
export async function addDueNotes(db: Db, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ due: number | null }>`SELECT (${areNotesDue}) AS due`.execute(db);
  if (!rows[0]?.due) return;
  for (const shard of allShards) {
    do signal.throwIfAborted();
    while (await inTransaction(db, (trx) => addNotes(trx, shard)));
  }
}

/** Adds the oldest notes, from one shard or from all, to the links. Resolves to true if there may be more notes. */
export async function addNotes(trx: Trx, shard?: number): Promise<boolean> {
  // Reads without locks first, so as not to wait for notes that are being written.
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

/** Subtracts a day's clicks from a workspace's links. A link with no clicks left counts as never clicked. */
export async function takeFromLinks(
  trx: Trx,
  workspaceId: number,
  counts: Pick<Clicks, 'linkId' | 'clicks'>[],
): Promise<void> {
  const subtracted = counts.filter(({ linkId, clicks }) => linkId > 0 && clicks > 0);
  await changeLinks(
    trx,
    subtracted.map(({ linkId, clicks }) => [linkId, clicks]),
    sql`links.clicks = links.clicks - LEAST(links.clicks, changed.clicks)`,
    sql`AND links.workspace_id = ${workspaceId}`,
  );
  if (subtracted.length === 0) return;
  await trx
    .updateTable('links')
    .set({ last_click_at: null })
    .where('workspace_id', '=', workspaceId)
    .where(
      'id',
      'in',
      subtracted.map(({ linkId }) => linkId),
    )
    .where('clicks', '=', 0)
    .execute();
}

/** Updates links, about 2,000 per statement. `changes` have an id, clicks and a time in Unix ms. */
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
