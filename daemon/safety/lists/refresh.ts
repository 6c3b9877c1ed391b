/**
 * Refreshes of a threat list. If the download, the parsing or a query fails, the last good content stays in use, and the
 * fault is recorded.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../core/tables.ts';
import { lookupsOf, prefixOf } from '../core/canonical.ts';
import { download, type ListSource } from './download.ts';
import { parseList } from './formats.ts';
import { addedPrefixes, createBuilder, prefixBytes, sortPrefixes } from './prefix-set.ts';
import { checksumOf, findList, markFailed, markUnchanged, readParts, replaceContent } from './queries.ts';

/**
 * The minimum share of entries that a refresh must keep in a large list. A list that loses more was probably
 * truncated.
 */
const keptAtLeast = 0.5;
const smallList = 100;
const hashesPerTurn = 5_000;

export type RefreshOptions = {
  /** The maximum size of the text in bytes. */
  limit: number;
  /** True to accept a list that lost most of its entries. */
  force?: boolean;
};

export type Refreshed = { state: 'changed' | 'unchanged'; entries: number } | { state: 'failed'; error: string };

export async function refreshList(
  db: Db,
  source: ListSource,
  { limit, force = false }: RefreshOptions,
  now: Date,
): Promise<Refreshed> {
  try {
    return await refresh(db, source, limit, { force, now });
  } catch (error) {
    const { message, cause } = error as Error;
    const fault = cause instanceof Error ? `${message}: ${cause.message}` : message;
    await markFailed(db, source.name, source.shown, { message: fault, now });
    return { state: 'failed', error: fault };
  }
}

async function refresh(
  db: Db,
  source: ListSource,
  limit: number,
  { force, now }: { force: boolean; now: Date },
): Promise<Refreshed> {
  const { name, shown } = source;
  const before = await findList(db, name);
  const entries = before?.entries ?? 0;
  const downloaded = await download(source, entries === 0 ? null : (before?.etag ?? null), limit);
  if (!downloaded) {
    await markUnchanged(db, name, now);
    return { state: 'unchanged', entries };
  }
  const { expressions } = await parseList(downloaded.text);
  const all = await toPrefixes(expressions);
  const count = all.length / prefixBytes;
  if (!force && entries > smallList && count < entries * keptAtLeast) {
    throw new Error(`it has ${count} entries, and had ${entries}: it may have been cut off`);
  }
  if (before?.checksum?.equals(checksumOf(all))) {
    await markUnchanged(db, name, now);
    return { state: 'unchanged', entries };
  }
  const current = before ? await readParts(db, name, before.version, 'all') : Buffer.alloc(0);
  const added = addedPrefixes(current, all);
  const lookups = await findLookups(expressions, added);
  await replaceContent(db, { name, source: shown, all, lookups, etag: downloaded.etag }, now);
  return { state: 'changed', entries: count };
}

/** Returns the prefixes by which the index of links finds all links that the added entries can list. */
async function findLookups(expressions: string[], added: Buffer): Promise<Buffer> {
  const builder = createBuilder(added.length / prefixBytes);
  builder.add(added);
  const isAdded = builder.build();
  const lookups = new Set<string>();
  for (const [index, expression] of expressions.entries()) {
    if (index % hashesPerTurn === 0) await nextTurn();
    if (!isAdded.has(prefixOf(expression))) continue;
    for (const lookup of lookupsOf(expression)) lookups.add(lookup);
  }
  return toPrefixes([...lookups]);
}

async function toPrefixes(expressions: string[]): Promise<Buffer> {
  const prefixes = Buffer.allocUnsafe(expressions.length * prefixBytes);
  for (const [index, expression] of expressions.entries()) {
    prefixOf(expression).copy(prefixes, index * prefixBytes);
    if (index % hashesPerTurn === 0) await nextTurn();
  }
  return sortPrefixes(prefixes);
}
