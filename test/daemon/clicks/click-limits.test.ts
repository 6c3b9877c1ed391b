/** Clicks that count towards a link's limit, over all processes and in MySQL: never more than there were. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SharedClickLimitCounter } from '../../../daemon/clicks/click-limit-counter.ts';
import { findLimitCounts } from '../../../daemon/clicks/click-limit-queries.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { agents, batchOf, clickOf, recordClicks } from '../../fixtures/clicks.ts';
import { log, openTestDb, putLink } from '../../fixtures/redirects.ts';
import { createStores, startRedisServer } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const visitor = (headers: Record<string, string> = {}) => ({
  getHeader: (name: string) => ({ 'user-agent': agents.chrome, ...headers })[name] ?? '',
});
const limit = { clicks: 1_000, used: 0 };

type Options = { redisUrl: string; redisPrefix: string };

/** Counters like the processes', each with its own connections. */
async function countersOf(
  t: Test,
  { redisUrl, redisPrefix }: Options,
  count: number,
  stored = new Map<number, number>(),
) {
  const made = Array.from({ length: count }, async () => {
    const asked: number[] = [];
    const redis = openRedis(redisUrl, 'commands', log);
    const subscriber = openRedis(redisUrl, 'subscriber', log);
    await Promise.all([once(redis, 'ready'), once(subscriber, 'ready')]);
    const counter = new SharedClickLimitCounter({
      redis,
      subscriber,
      redisPrefix,
      async findLimitCounts(ids) {
        asked.push(...ids);
        return stored;
      },
    });
    t.teardown(async () => {
      await counter.close();
      for (const connection of [redis, subscriber]) connection.disconnect();
    });
    // Subscribing takes an answer of Redis.
    await subscriber.ping();
    return Object.assign(counter, { asked, subscriber });
  });
  return Promise.all(made);
}

type Counter = Awaited<ReturnType<typeof countersOf>>[number];

const findIn = (counters: Counter[], linkId: number) => counters.map((counter) => counter.find(linkId, limit));

/** Waits until every counter has the same number, or for a few seconds. */
async function settled(counters: Counter[], linkId: number, total: number): Promise<number[]> {
  for (let waited = 0; waited < 60_000; waited += 10) {
    if (findIn(counters, linkId).every((found) => found === total)) break;
    await sleep(10);
  }
  return findIn(counters, linkId);
}

t.test("all processes soon have each other's counts, and each click counts once", async (t) => {
  const counters = await countersOf(t, await createStores(t), 4);
  const counts = { 7: 0, 8: 0 };
  let over = 0;
  for (let n = 0; n < 800; n++) {
    const linkId = n % 3 === 0 ? 7 : 8;
    counters[n % 4]?.count(linkId, limit, visitor());
    counts[linkId]++;
    if (findIn(counters, linkId).some((found) => found > counts[linkId])) over++;
    if (n % 5 === 0) await sleep(0);
  }
  t.equal(over, 0, 'no process ever counted more than there were');
  t.same(await settled(counters, 7, counts[7]), Array(4).fill(counts[7]));
  t.same(await settled(counters, 8, counts[8]), Array(4).fill(counts[8]));
});

/** Visits each counter in turn: concurrently, or calmly, once the previous visit is known everywhere. Returns the number admitted. */
async function rush(counters: Counter[], linkId: number, clicks: number, visitors: number, isCalm = false) {
  let letIn = 0;
  let asked = 0;
  const limit = { clicks, used: 0 };
  const come = async (counter: Counter) => {
    if (counter.find(linkId, limit) >= clicks) return;
    if (!counter.needsGrant(linkId, limit, visitor())) counter.count(linkId, limit, visitor());
    else {
      asked++;
      if (!(await counter.requestGrant(linkId, limit))) return;
    }
    letIn++;
  };
  const coming: Promise<void>[] = [];
  for (let n = 0; n < visitors; n++) {
    const counter = counters[n % counters.length] as Counter;
    const came = come(counter);
    coming.push(came);
    if (isCalm) await came.then(counter.reported);
    else if (n % 50 === 0) await sleep(0);
  }
  await Promise.all(coming);
  return { letIn, asked };
}

t.test(
  'a limit admits exactly its number of visitors, or slightly more per process if they arrive concurrently',
  async (t) => {
    const counters = await countersOf(t, await createStores(t), 4);
    for (const [linkId, clicks, visitors] of [
      [1, 1, 40],
      [2, 30, 200],
      [3, 100, 400],
    ] as const) {
      t.equal((await rush(counters, linkId, clicks, visitors)).letIn, clicks, `limit ${clicks}`);
      t.same(await settled(counters, linkId, clicks), Array(4).fill(clicks));
    }
    const { letIn } = await rush(counters, 4, 1_000, 4_000);
    t.ok(letIn >= 1_000 && letIn <= 1_000 + 4 * 20, `${letIn} of 1,000`);
    const calm = await rush(counters, 5, 150, 160, true);
    t.equal(calm.letIn, 150);
    t.ok(calm.asked < 120, `${calm.asked} asked`);
  },
);

t.test('while Redis is unresponsive nobody waits long, and each process counts alone', async (t) => {
  const redis = await startRedisServer(t);
  const counters = (await countersOf(t, { redisUrl: redis.url, redisPrefix: 'test' }, 2)) as [Counter, Counter];
  t.equal((await rush(counters, 1, 30, 10)).letIn, 10);
  await settled(counters, 1, 10);
  const other = openRedis(redis.url, 'queue', log);
  t.teardown(() => other.disconnect());
  await other.call('CLIENT', 'PAUSE', '800', 'ALL');
  const { letIn } = await rush(counters, 1, 30, 60);
  t.equal(letIn, 40, 'each knew of 20 that were left: none of them waited for the other');
  t.same(await settled(counters, 1, 50), [50, 50]);
});

t.test('bots, prefetches and visitors without a user agent are not counted', async (t) => {
  const [counter] = (await countersOf(t, await createStores(t), 1)) as [Counter];
  const notCounted: Record<string, string>[] = [
    { 'user-agent': agents.bot },
    { 'user-agent': '' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-moz': 'prefetch' },
    { 'x-purpose': 'preview' },
  ];
  for (const headers of notCounted) {
    t.equal(counter.count(1, limit, visitor(headers)), false, JSON.stringify(headers));
  }
  t.equal(counter.find(1, limit), 0);
  t.equal(counter.count(1, limit, visitor()), true);
  t.equal(counter.find(1, limit), 1);
});

t.test('earlier counts are read from MySQL, once, if Redis lacks them', async (t) => {
  const counters = await countersOf(t, await createStores(t), 3, new Map([[5, 40]]));
  counters[0]?.count(5, limit, visitor());
  t.same(await settled(counters, 5, 41), [41, 41, 41]);
  for (const counter of counters) counter.count(5, limit, visitor());
  t.same(await settled(counters, 5, 44), [44, 44, 44]);
  t.same(
    counters.map(({ asked }) => asked),
    [[5], [], []],
  );
});

t.test('a process that subscribes again gets the counts that it missed while it was not subscribed', async (t) => {
  const [deaf, other] = (await countersOf(t, await createStores(t), 2)) as [Counter, Counter];
  deaf.count(5, limit, visitor());
  t.same(await settled([deaf, other], 5, 1), [1, 1]);
  deaf.subscriber.disconnect();
  await once(deaf.subscriber, 'end');
  for (let n = 0; n < 4; n++) other.count(5, limit, visitor());
  await other.reported();
  t.same(findIn([deaf, other], 5), [1, 5]);
  await deaf.subscriber.connect();
  t.same(await settled([deaf, other], 5, 5), [5, 5]);
});

t.test("the higher of the known count and the count in a link's row applies", async (t) => {
  const counters = await countersOf(t, await createStores(t), 2);
  counters[0]?.count(5, { ...limit, used: 3 }, visitor());
  t.same(await settled(counters, 5, 4), [4, 4]);
  t.equal(counters[1]?.find(5, { ...limit, used: 9 }), 9);
  t.equal(counters[1]?.find(6, { ...limit, used: 9 }), 9, 'a link that nobody counted');
});

t.test(
  'while Redis is down each process counts alone; then counts are added up, even if Redis lost its data',
  async (t) => {
    const redis = await startRedisServer(t);
    const counters = (await countersOf(t, { redisUrl: redis.url, redisPrefix: 'test' }, 3)) as [
      Counter,
      Counter,
      Counter,
    ];
    for (const counter of counters) counter.count(1, limit, visitor());
    t.same(await settled(counters, 1, 3), [3, 3, 3]);
    for (let round = 1; round <= 2; round++) {
      const before = 3 + (round - 1) * 9;
      await redis.stop();
      await sleep(100);
      counters[0].count(1, limit, visitor());
      for (let n = 0; n < 8; n++) counters[1].count(1, limit, visitor());
      t.same(findIn(counters, 1), [before + 1, before + 8, before]);
      await t.rejects(counters[0].reported());
      await redis.start();
      // The tests' private Redis persists nothing.
      t.same(await settled(counters, 1, before + 9), Array(3).fill(before + 9), `round ${round}`);
      await counters[0].reported();
    }
  },
);

t.test(
  "if Redis is killed during counting, a count never exceeds the real clicks or falls below the process's own count",
  async (t) => {
    const redis = await startRedisServer(t);
    const counters = await countersOf(t, { redisUrl: redis.url, redisPrefix: 'test' }, 3);
    const own = [0, 0, 0];
    let total = 0;
    let wrong = 0;
    let isOver = false;
    const look = () => {
      for (const [index, found] of findIn(counters, 1).entries())
        if (found > total || found < (own[index] ?? 0)) wrong++;
    };
    const counting = Promise.all(
      counters.map(async (counter, index) => {
        while (!isOver) {
          total++;
          own[index] = (own[index] ?? 0) + 1;
          counter.count(1, limit, visitor());
          look();
          await sleep(1);
          look();
        }
      }),
    );
    for (let round = 0; round < 3; round++) {
      await sleep(200);
      await redis.kill('SIGKILL');
      await sleep(150);
      await redis.start();
    }
    isOver = true;
    await counting;
    look();
    t.equal(wrong, 0);
    t.ok(total > 100, `${total} were counted`);
    const isReceived = (counter: Counter) =>
      counter.reported().then(
        () => true,
        () => false,
      );
    for (const counter of counters) t.ok(await until(() => isReceived(counter)));
    const last = Math.max(...findIn(counters, 1));
    t.same(await settled(counters, 1, last), [last, last, last], `in the end all agree on ${last} of ${total}`);
  },
);

t.test(
  'the transaction that stores clicks counts uses of limited links once, and reports when a link is used up',
  async (t) => {
    const db = await openTestDb(t, await createStores(t));
    const now = new Date();
    const [few, many, none] = [
      await putLink(db, { slug: 'few', max_clicks: 3 }),
      await putLink(db, { slug: 'many', max_clicks: 100 }),
      await putLink(db, { slug: 'none' }),
    ] as const;
    await db.deleteFrom('link_changes').execute();
    const changed = async () => (await db.selectFrom('link_changes').select('slug').execute()).map(({ slug }) => slug);
    const uses = async () => [...(await findLimitCounts(db, [few, many, none]))].map(([, count]) => count);
    const use = (linkId: number) => clickOf(linkId, now.getTime(), { use: true });
    const first = batchOf([use(few), use(few), use(many), clickOf(few, now.getTime()), clickOf(none, now.getTime())]);
    await recordClicks(db, log, first, now);
    await recordClicks(db, log, first, now);
    t.same(await uses(), [2, 1, 0]);
    t.same(await changed(), []);
    await recordClicks(db, log, batchOf([use(few), use(many), use(few)]), now);
    t.same(await uses(), [4, 2, 0]);
    t.same(await changed(), ['few']);
  },
);
