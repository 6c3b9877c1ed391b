/** The processing of an import's rows in batches, starting at its position. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { inTransaction } from '../db/db.ts';
import { withTables } from '../db/with-tables.ts';
import { ApiError, isStoreDown } from '../errors.ts';
import type { Engine } from './engine.ts';
import { type Format, type Mapping, type Row, RowFault } from './format.ts';
import type { ImportQuota } from './quota.ts';
import { digest, listTaken, Overtaken, type Settled, storeBatch } from './store-batch.ts';
import type { ImportRow, ImportTables } from './tables.ts';
import { ImportFault, type Outcome, type Target, type Write } from './target.ts';

const rowsABatch = 200;
/** The most characters in a batch: a batch is in memory, and its failed rows are in one statement. */
const charsABatch = 2 ** 21;
const busyTries = 20;
const busyMs = 500;

type Read<Item> = { row: Row; notes: readonly string[]; keys: string[] } & ({ item: Item } | { fault: string });
type Batch<Item> = { from: number; rows: Read<Item>[] };
type Work<Item, Tables extends ImportTables> = {
  engine: Engine<Item, Tables>;
  target: Target<Item, Tables>;
  row: ImportRow;
  quota: ImportQuota;
};

/**
 * The function that records the start of a piece of the import. @throws ImportFault if the process has ended three
 * times, the last two times during this piece
 */
export type Begin = (piece: string) => Promise<void>;

export async function runBatches<Item, Tables extends ImportTables>(
  engine: Engine<Item, Tables>,
  target: Target<Item, Tables>,
  row: ImportRow,
  {
    rows,
    signal,
    begin,
    quota,
  }: { rows: () => AsyncIterable<Row>; signal: AbortSignal; begin: Begin; quota: ImportQuota },
): Promise<void> {
  const format = engine.formats.find(({ name }) => name === row.format);
  if (!format) throw new ImportFault(`There is no format ${row.format}.`);
  const mapping: Mapping = JSON.parse(row.mapping ?? '{}');
  const { inTurn = (_, batch) => batch() } = engine;
  const work = { engine, target, row, quota };
  const batches = batchesOf(rows(), row.position, (each) => readRow(format, target, each, mapping));
  let needed = row.needed;
  await begin(rowsAfter(row.position));
  try {
    let next = await planNext(work, batches);
    while (next && !signal.aborted) {
      const { batch, planned } = next;
      const settling = inTurn(row, () => settle(work, batch, needed, planned));
      const following = planNext(work, batches, batch);
      // If this batch fails, the next one is not needed.
      following.catch(() => {});
      needed += await settling;
      await begin(rowsAfter(lastRowOf(batch)));
      next = await following;
    }
  } finally {
    await batches.return(undefined);
  }
}

/** A batch, and its plan if it was planned while the previous batch was written. */
type Next<Item, Tables extends ImportTables> = { batch: Batch<Item>; planned?: Promise<Write<Tables>> };

/**
 * Reads the next batch. Plans it, unless it can depend on the previous batch: they share a key, or the import adds
 * suffixes to slugs.
 */
async function planNext<Item, Tables extends ImportTables>(
  { target, row }: Work<Item, Tables>,
  batches: AsyncGenerator<Batch<Item>>,
  before?: Batch<Item>,
): Promise<Next<Item, Tables> | undefined> {
  const next = await batches.next();
  if (next.done) return undefined;
  const batch = next.value;
  const keys = new Set(before?.rows.flatMap((one) => one.keys));
  const isFree = batch.rows.every((one) => one.keys.every((key) => !keys.has(key)));
  if (!before || row.dry_run || row.on_taken === 'suffix' || !isFree) return { batch };
  const planned = target.plan(itemsOf(batch));
  planned.catch(() => {});
  return { batch, planned };
}

const lastRowOf = <Item>({ from, rows }: Batch<Item>) => rows.at(-1)?.row.number ?? from;
const rowsAfter = (position: number) => `the rows after ${position}`;

function readRow<Item, Tables extends ImportTables>(
  format: Format<Item>,
  target: Target<Item, Tables>,
  row: Row,
  mapping: Mapping,
): Read<Item> {
  if (row.fault !== undefined) return { row, fault: row.fault, notes: [], keys: [] };
  try {
    const { item, notes } = format.read(row, mapping);
    return { row, item, notes, keys: target.keysOf(item) };
  } catch (error) {
    if (error instanceof RowFault) return { row, fault: error.message, notes: [], keys: [] };
    throw error;
  }
}

/**
 * Groups rows into batches. A row with the same key as an earlier row starts a new batch, because the earlier row is
 * written first.
 */
async function* batchesOf<Item>(
  rows: AsyncIterable<Row>,
  position: number,
  read: (row: Row) => Read<Item>,
): AsyncGenerator<Batch<Item>> {
  let batch: Batch<Item> = { from: position, rows: [] };
  let keys = new Set<string>();
  let chars = 0;
  for await (const row of rows) {
    if (row.number <= position) continue;
    const one = read(row);
    const isFull = batch.rows.length === rowsABatch || chars > charsABatch;
    if (isFull || one.keys.some((key) => keys.has(key))) {
      yield batch;
      batch = { from: lastRowOf(batch), rows: [] };
      keys = new Set();
      chars = 0;
    }
    batch.rows.push(one);
    chars += lengthOf(row.columns);
    for (const key of one.keys) keys.add(key);
  }
  if (batch.rows.length > 0) yield batch;
}

const lengthOf = (columns: Row['columns']) =>
  Object.values(columns).reduce<number>(
    (sum, value) => sum + (typeof value === 'object' ? JSON.stringify(value).length : String(value).length),
    0,
  );

/** Processes a batch and resolves to the number of rows that need a new item. After an unexpected error, only its row fails. */
async function settle<Item, Tables extends ImportTables>(
  work: Work<Item, Tables>,
  batch: Batch<Item>,
  needed: number,
  planned?: Promise<Write<Tables>>,
): Promise<number> {
  let plan = planned;
  try {
    return await whenFree(() => {
      if (work.row.dry_run) return foresee(work, batch, needed);
      const writing = write(work, batch, plan);
      plan = undefined;
      return writing;
    });
  } catch (error) {
    if (error instanceof Overtaken || error instanceof ImportFault || isStoreDown(error)) throw error;
    const [first] = batch.rows;
    if (batch.rows.length === 1 && first) {
      if ('fault' in first) throw error;
      work.engine.log.error({ err: error, import: work.row.id, row: first.row.number }, 'a row could not be imported');
      return settle(work, { from: batch.from, rows: [{ ...first, fault: wordsOf(error) }] }, needed);
    }
    const half = Math.ceil(batch.rows.length / 2);
    const [head, tail] = [batch.rows.slice(0, half), batch.rows.slice(half)];
    const made = await settle(work, { from: batch.from, rows: head }, needed);
    return (
      made + (await settle(work, { from: lastRowOf({ from: batch.from, rows: head }), rows: tail }, needed + made))
    );
  }
}

/** Retries while the service is busy, for example hashing passwords. */
async function whenFree(work: () => Promise<number>): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof ApiError && error.code === 'unavailable';
      if (!isBusy || attempt === busyTries) throw error;
      await sleep(busyMs);
    }
  }
}

const wordsOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'An unexpected error stopped this row. Try it again.';

const itemsOf = <Item>({ rows }: Batch<Item>): Item[] => rows.flatMap((one) => ('fault' in one ? [] : [one.item]));

/** Combines the outcomes of items with the rows that could not be read. */
function merge<Item>({ rows }: Batch<Item>, outcomes: Outcome[]): Settled[] {
  const next = outcomes.values();
  return rows.map((one) => {
    const { row, notes } = one;
    if ('fault' in one) return { row, notes, outcome: { fate: 'failed', why: one.fault } };
    const outcome = next.next().value;
    if (!outcome) throw new Error('a row has no outcome');
    return { row, notes: outcome.fate === 'failed' ? [] : [...notes, ...(outcome.notes ?? [])], outcome };
  });
}

async function write<Item, Tables extends ImportTables>(
  { engine: { store }, target, row, quota }: Work<Item, Tables>,
  batch: Batch<Item>,
  planned: Promise<Write<Tables>> = target.plan(itemsOf(batch)),
): Promise<number> {
  let needed = 0;
  const finish = async (trx: Transaction<Tables>, outcomes: Outcome[]) => {
    needed = outcomes.filter(({ isNew }) => isNew).length;
    await storeBatch(
      withTables(trx),
      store.names,
      { id: row.id, quota },
      { from: batch.from, settled: merge(batch, outcomes) },
    );
  };
  await (await planned)(finish);
  return needed;
}

async function foresee<Item, Tables extends ImportTables>(
  { engine: { store }, target, row, quota }: Work<Item, Tables>,
  batch: Batch<Item>,
  before: number,
): Promise<number> {
  const sound = batch.rows.filter((one) => !('fault' in one));
  const taken = await listTaken(
    store.db,
    store.names,
    row.id,
    sound.flatMap(({ keys }) => keys.map(digest)),
  );
  const earlierOf = ({ keys }: Read<Item>) =>
    keys.map((key) => taken.get(digest(key))).find((one) => one !== undefined);
  const outcomes = await target.foresee(itemsOf(batch), sound.map(earlierOf), before);
  const settled = merge(batch, outcomes).map((each, place): Settled => {
    const { fate, remembered } = each.outcome;
    const keys = (batch.rows[place]?.keys ?? []).map(digest);
    if (remembered !== undefined) return { ...each, takes: keys };
    return fate === 'created' ? { ...each, takes: keys.filter((key) => !taken.has(key)) } : each;
  });
  await inTransaction(store.db, (trx) =>
    storeBatch(trx, store.names, { id: row.id, quota }, { from: batch.from, settled }),
  );
  return outcomes.filter(({ isNew }) => isNew).length;
}
