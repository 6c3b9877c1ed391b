/**
 * The tags of a workspace with their numbers of links. A tag into which others are on their way has the links of all of them,
 * each once: to know how many, each has to be looked at. Few are, for every answer; many are counted beside, and seldom, because
 * what moves from one tag to the other leaves the number as it is. Until there is a first count, links in common count twice.
 */

import { patient } from '../../shared/db/db.ts';
import { elementOf } from '../../shared/elements.ts';
import type { Db } from '../core/tables.ts';
import { countHolders, listTagRows, type TagRow } from './core/tag-queries.ts';

/** So many links on their way are looked at for each answer. */
const few = 5_000;
/** Counting rests so many times as long as it took. */
const restFactor = 20;
const mergesAtMost = 1_000;

type Merge = { count?: number; isRunning: boolean; dueAt: number };

/** Running merges of this process, by the tags being merged. */
const merges = new Map<string, Merge>();

/** By name; tags that no link has are left out. */
export async function listTags(db: Db, workspaceId: number): Promise<{ tag: string; count: number }[]> {
  const rows = await listTagRows(db, workspaceId);
  const going = rows.filter(({ replacedBy }) => replacedBy !== null);
  const tags = rows.filter(({ replacedBy }) => replacedBy === null);
  const comingTo = ({ id }: TagRow) => going.filter(({ replacedBy }) => replacedBy === id);
  const counts = await Promise.all(tags.map((tag) => countOf(db, tag, comingTo(tag))));
  return tags
    .map(({ name }, at) => ({ tag: name.toString(), count: elementOf(counts, at) }))
    .filter(({ count }) => count > 0);
}

async function countOf(db: Db, tag: TagRow, coming: TagRow[]): Promise<number> {
  const most = coming.reduce((sum, { count }) => sum + count, 0);
  if (most === 0) return tag.count;
  if (most <= few) return countHolders(db, tag.id);
  return countBeside(db, tag.id, coming).count ?? tag.count + most;
}

/** The last count of a merge; an outdated one starts another count. */
function countBeside(db: Db, id: number, coming: TagRow[]): Merge {
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
  const began = performance.now();
  merge.isRunning = true;
  try {
    merge.count = await countHolders(patient(db), id);
  } finally {
    merge.isRunning = false;
    merge.dueAt = performance.now() + restFactor * (performance.now() - began);
  }
}
