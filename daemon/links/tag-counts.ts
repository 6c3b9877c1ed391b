/**
 * A workspace's tags with their numbers of links. During a merge, a tag has the links of all merged tags. Each link
 * is counted once, so all of them must be read. A few links are counted for each answer. Many links are counted
 * rarely and in the background, because moving links between the tags does not change the number. Until the first
 * count, a link with several of the tags is counted several times.
 */
import { patient } from '../../shared/db/db.ts';
import { elementOf } from '../../shared/elements.ts';
import type { Db } from '../core/tables.ts';
import { countHolders, listTagRows, type TagRow } from './core/tag-queries.ts';

/**
 * The largest number of unmoved links that is counted for each answer. A merge with more is counted in the
 * background.
 */
const few = 5_000;
/** The pause after a count is this many times as long as the count. */
const restFactor = 20;
const mergesAtMost = 1_000;

type Merge = { count?: number; isRunning: boolean; dueAt: number };

/** The last counts of merges in this process, keyed by the ids of the merged tags. */
const merges = new Map<string, Merge>();

/** Lists tags that at least one link has, sorted by name. */
export async function listTags(db: Db, workspaceId: number): Promise<{ tag: string; count: number }[]> {
  const rows = await listTagRows(db, workspaceId);
  const replaced = rows.filter(({ replacedBy }) => replacedBy !== null);
  const tags = rows.filter(({ replacedBy }) => replacedBy === null);
  const comingTo = ({ id }: TagRow) => replaced.filter(({ replacedBy }) => replacedBy === id);
  const counts = await Promise.all(tags.map((tag) => countOf(db, tag, comingTo(tag))));
  return tags
    .map(({ name }, at) => ({ tag: name.toString(), count: elementOf(counts, at) }))
    .filter(({ count }) => count > 0);
}

async function countOf(db: Db, tag: TagRow, coming: TagRow[]): Promise<number> {
  const most = coming.reduce((sum, { count }) => sum + count, 0);
  if (most === 0) return tag.count;
  if (most <= few) return countHolders(db, tag.id);
  return countInBackground(db, tag.id, coming).count ?? tag.count + most;
}

/** Returns the last count of a merge. Starts another count if it is outdated. */
function countInBackground(db: Db, id: number, coming: TagRow[]): Merge {
  const name = [id, ...coming.map((tag) => tag.id)].join();
  const merge = merges.get(name) ?? { isRunning: false, dueAt: 0 };
  const [oldest] = merges.keys();
  if (!merges.has(name) && merges.size >= mergesAtMost && oldest !== undefined) merges.delete(oldest);
  merges.set(name, merge);
  // A failed count is retried by the next caller.
  if (!merge.isRunning && performance.now() >= merge.dueAt) void count(db, id, merge).catch(() => {});
  return merge;
}

async function count(db: Db, id: number, merge: Merge): Promise<void> {
  const startedAt = performance.now();
  merge.isRunning = true;
  try {
    merge.count = await countHolders(patient(db), id);
  } finally {
    merge.isRunning = false;
    merge.dueAt = performance.now() + restFactor * (performance.now() - startedAt);
  }
}
