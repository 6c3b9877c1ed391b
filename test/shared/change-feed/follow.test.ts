/** A reader of a change feed misses no change, even if transactions, MySQL or the reader fail. */
import fc from 'fast-check';
import { DummyDriver, Kysely, MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler } from 'kysely';
import { FeedCursor, type Range, spansOf } from '../../../shared/change-feed/cursor.ts';
import type { Feed, FeedEntry } from '../../../shared/change-feed/feed-table.ts';
import { FeedFollower } from '../../../shared/change-feed/follow.ts';
import { t } from '../../runner/tap.ts';

const gapSeconds = 60;
const pollMs = 1_000;

/** The query builder for the statements. Its database is never used, because the model answers them. */
const db = new Kysely({
  dialect: {
    createAdapter: () => new MysqlAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (known) => new MysqlIntrospector(known),
    createQueryCompiler: () => new MysqlQueryCompiler(),
  },
});

/** A feed whose changes are only ids. Its transactions have ids and can stay open, and it has its own clock. */
class ModelFeed implements Feed<number> {
  now = 1_000;
  step = 1;
  /** The number of statements that are answered before MySQL fails. */
  answersLeft = Number.POSITIVE_INFINITY;
  statements = 0;
  /** The number of rows and ranges in the statements so far. */
  cost = 0;
  readonly committed: number[] = [];
  readonly open: { ids: number[]; until: number }[] = [];
  #lastId = 0;

  /** Starts a transaction with `count` changes that ends within `lastsMs` of MySQL's running time. */
  begin(count: number, lastsMs: number): void {
    const ids = Array.from({ length: count }, (_, n) => this.#lastId + (n + 1) * this.step);
    this.#lastId = ids.at(-1) as number;
    this.open.push({ ids, until: this.now + lastsMs });
  }

  end(which: number, commits: boolean): void {
    const [ended] = this.open.splice(which % Math.max(1, this.open.length), 1);
    if (ended && commits) this.committed.push(...ended.ids);
  }

  /** Advances MySQL's running time; due transactions commit. */
  pass(ms: number): void {
    this.now += ms;
    for (let at = this.open.length - 1; at >= 0; at--) if ((this.open[at]?.until ?? 0) <= this.now) this.end(at, true);
  }

  /** Advances the time while MySQL is down, so that no transaction commits. */
  stall(ms: number): void {
    this.now += ms;
    for (const transaction of this.open) transaction.until += ms;
  }

  #entries(named: number, holds: (id: number) => boolean, limit: number): FeedEntry<number>[] {
    if (this.answersLeft-- <= 0) throw new Error('MySQL does not answer');
    const found = this.committed.filter(holds).sort((a, b) => a - b);
    const entries = found.slice(0, limit).map((id) => ({ id, at: id, change: id }));
    this.statements++;
    this.cost += named + entries.length;
    return entries;
  }

  async listFrom(_db: unknown, from: number, limit: number) {
    return this.#entries(1, (id) => id >= from, limit);
  }

  async listIn(_db: unknown, ranges: readonly Range[], limit: number) {
    return this.#entries(ranges.length, (id) => ranges.some(({ from, to }) => from <= id && id <= to), limit);
  }

  async countIn(_db: unknown, ranges: readonly Range[]) {
    const countOf = ({ from, to }: Range) => this.committed.filter((id) => from <= id && id <= to).length;
    this.#entries(ranges.length, () => false, 0);
    return new Map(ranges.map((range, at) => [at, countOf(range)]));
  }

  async listMarks(_db: unknown, ids: number[]) {
    return this.#entries(ids.length, (id) => ids.includes(id), ids.length);
  }

  async findEnds() {
    const ids = [...this.committed].sort((a, b) => a - b);
    return ids[0] === undefined ? undefined : { first: ids[0], last: ids.at(-1) as number };
  }

  async holdsAfter(_db: unknown, id: number) {
    const ends = await this.findEnds();
    return ends ? ends.first <= id + 1 && ends.last >= id : id === 0;
  }
}

function follow(feed: ModelFeed) {
  const follower = new FeedFollower(feed, { changeId: 0 }, gapSeconds, () => feed.now);
  const applied: number[] = [];
  const read = async (fails = false) => {
    while (
      await follower.read(db, async (changes) => {
        if (fails) throw new Error('it cannot be applied');
        applied.push(...changes);
      })
    );
  };
  /** Reads repeatedly for some time, as a process does. */
  const readFor = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += pollMs) {
      feed.pass(pollMs);
      await read();
    }
  };
  return { follower, applied, read, readFor };
}

/** Creates a feed in which id 1 is missing, because its transaction is still open. */
async function missOne() {
  const feed = new ModelFeed();
  feed.begin(1, Number.POSITIVE_INFINITY);
  feed.begin(1, 0);
  feed.pass(0);
  const reader = follow(feed);
  await reader.read();
  t.same([reader.applied, reader.follower.openGaps], [[2], 1]);
  return { feed, ...reader };
}

const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);

t.test(
  'a change committed during an outage is applied even if the outage outlasts the time limit for missing ids',
  async (t) => {
    const { feed, applied, read, follower } = await missOne();
    for (let n = 0; n < 67; n++) {
      feed.now += pollMs;
      feed.answersLeft = 0;
      await t.rejects(read(), /does not answer/);
      if (n === 30) feed.end(0, true);
    }
    feed.answersLeft = Number.POSITIVE_INFINITY;
    await read();
    t.same([applied, follower.openGaps], [[2, 1], 0]);
  },
);

t.test('a change is applied even if its transaction outlives an outage or a pause of the whole machine', async (t) => {
  for (const seconds of [67, 3_600]) {
    for (const isNoticed of [true, false]) {
      const { feed, applied, read, readFor } = await missOne();
      feed.answersLeft = 0;
      if (isNoticed) await t.rejects(read());
      feed.answersLeft = Number.POSITIVE_INFINITY;
      feed.stall(seconds * 1_000);
      await readFor(50_000);
      feed.end(0, true);
      await readFor(pollMs);
      t.same(applied, [2, 1], `${seconds} s`);
    }
  }
});

t.test('after its time limit, a gap is read one last time and then abandoned', async (t) => {
  const inTime = await missOne();
  await inTime.readFor(gapSeconds * 1_000 - pollMs);
  t.equal(inTime.follower.openGaps, 1);
  inTime.feed.pass(5_000);
  inTime.feed.end(0, true);
  await inTime.read();
  t.same(inTime.applied, [2, 1]);

  const never = await missOne();
  await never.readFor(gapSeconds * 1_000);
  t.same([never.follower.openGaps, never.follower.position.changeId], [0, 2]);
});

t.test('a transaction with more changes than one read is applied completely', async (t) => {
  const feed = new ModelFeed();
  feed.begin(7_000, Number.POSITIVE_INFINITY);
  feed.begin(1, 0);
  feed.pass(0);
  const { applied, read } = follow(feed);
  await read();
  feed.end(0, true);
  feed.pass(pollMs);
  await read();
  t.equal(new Set(applied).size, 7_001);
});

type Act = (model: { feed: ModelFeed } & ReturnType<typeof follow>) => Promise<void> | void;

const named = (name: string, act: Act) => Object.assign(act, { toString: () => name });
/** Durations that are within the limit in MySQL's running time, minus the part of a pause that a read can miss. */
const lastsMs = fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: gapSeconds * 1_000 - 15_000 }));
const acts = fc.oneof(
  fc
    .tuple(fc.oneof(fc.constant(1), fc.nat(30), fc.constant(300)), lastsMs)
    .map(([count, ms]) => named(`begin ${count}, ${ms} ms`, ({ feed }) => feed.begin(Math.max(1, count), ms))),
  fc.nat().map((which) => named('roll back', ({ feed }) => feed.end(which, false))),
  fc.nat().map((which) => named('commit', ({ feed }) => feed.end(which, true))),
  fc.constantFrom(1, 3, 7).map((step) =>
    named(`ids in steps of ${step}`, ({ feed }) => {
      feed.step = step;
    }),
  ),
  fc.integer({ min: 20, max: 20_000 }).map((ms) => named(`read for ${ms} ms`, ({ readFor }) => readFor(ms))),
  fc.constant(named('read', ({ read }) => read())),
  fc.tuple(fc.nat(4), fc.boolean()).map(([answers, fails]) =>
    named(`fail after ${answers} statements`, async ({ feed, read }) => {
      feed.pass(200);
      feed.answersLeft = answers;
      await read(fails).catch(() => {});
      feed.answersLeft = Number.POSITIVE_INFINITY;
    }),
  ),
  fc.tuple(fc.integer({ max: 200_000, min: 0 }), fc.boolean()).map(([ms, works]) =>
    named(`${ms} ms without MySQL, which ${works ? 'works' : 'is paused'}`, async ({ feed, read }) => {
      feed.answersLeft = 0;
      await read().catch(() => {});
      if (works) feed.pass(ms);
      else feed.stall(ms);
      feed.answersLeft = Number.POSITIVE_INFINITY;
    }),
  ),
  fc.nat(100_000).map((ms) => named(`the reader is paused for ${ms} ms`, ({ feed }) => feed.pass(ms))),
);

t.test(
  'for any behaviour of transactions, MySQL and the reader, every committed change is applied and every gap ends',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { maxLength: 40, size: 'max' }), async (steps) => {
        const feed = new ModelFeed();
        const model = { feed, ...follow(feed) };
        for (const act of steps) await act(model);
        await model.readFor(2 * gapSeconds * 1_000);
        const missed = sorted(feed.committed).filter((id) => !model.applied.includes(id));
        if (missed.length > 0) throw new Error(`missed ${missed}`);
        if (model.follower.openGaps > 0) throw new Error('a gap never ended');
        if (model.follower.changes !== feed.committed.length) throw new Error('a change was counted twice');
      }),
      { numRuns: 300 },
    );
  },
);

t.test('if ids advance in steps, a read covers only a part of its range but still finds late changes', async (t) => {
  const feed = new ModelFeed();
  feed.step = 3;
  const { applied, read, readFor, follower } = follow(feed);
  for (let n = 0; n < 3_000; n++) feed.begin(1, 0);
  feed.pass(0);
  await read();
  t.equal(follower.openGaps, 3_000);
  feed.statements = 0;
  feed.cost = 0;
  await readFor(20_000);
  t.ok(feed.cost < (20 * 3_000) / 20, `${feed.cost} rows and ranges in 20 reads`);
  // Ids that another node used, which are in the gaps.
  const late = [2, 2_999, 5_000];
  feed.committed.push(...late);
  await readFor(pollMs);
  t.same(applied.slice(-3), late);
});

t.test('a cursor returns every id of the feed once, in any order and with any gaps', async () => {
  const idsIn = (ranges: readonly Range[]) =>
    ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, n) => from + n));
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 300, size: 'max' }),
      fc.integer({ min: 1, max: 7 }),
      (order, size) => {
        const cursor = new FeedCursor(0);
        const seen: number[] = [];
        for (let from = 0; from < order.length; from += size)
          seen.push(...cursor.see(order.slice(from, from + size), from));
        if (new Set(seen).size !== seen.length || seen.length !== order.length) throw new Error(`saw ${seen}`);
        const missing = Array.from({ length: cursor.high }, (_, n) => n + 1).filter((id) => !order.includes(id));
        if (String(idsIn(cursor.gaps)) !== String(missing)) throw new Error(`gaps ${idsIn(cursor.gaps)}`);
        const spans = spansOf(cursor.gaps);
        if (String(idsIn(spans.flatMap(({ gaps }) => gaps))) !== String(missing)) throw new Error('a span lacks a gap');
        for (const span of spans) {
          const present = order.filter((id) => span.from <= id && id <= span.to).length;
          if (present !== span.present) throw new Error(`${present} instead of ${span.present} are present`);
        }
        if (cursor.resumeFrom !== (missing[0] ?? cursor.high + 1) - 1) throw new Error('a gap would be skipped');
        if (cursor.see(order, 400).length !== 0) throw new Error('an id was seen twice');
        cursor.giveUp(400);
        if (cursor.gaps.length !== 0) throw new Error('a gap never ended');
        if (cursor.resumeFrom !== cursor.high) throw new Error('a gap that was given up delays the reader');
      },
    ),
    { numRuns: 500 },
  );
});
