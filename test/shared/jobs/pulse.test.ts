/** One process looks for all; whatever is lost, each goes on by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDb } from '../../../shared/db/db.ts';
import { openPulse, type Probe } from '../../../shared/jobs/pulse.ts';
import { repeat } from '../../../shared/jobs/repeat.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { log } from '../../fixtures/redirects.ts';
import { startRedis } from '../../fixtures/redis-servers.ts';
import { createStores, startServers } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const everyMs = 100;
const { redis } = await startServers(t);
const { mysqlUrl } = await createStores(t);
const db = openDb<unknown>(mysqlUrl, { poolSize: 8 });
t.teardown(() => db.destroy());
await sql`CREATE TABLE looked_at (name VARCHAR(20) PRIMARY KEY, value INT NOT NULL)`.execute(db);

const numberIn = (name: string): Probe => sql`SELECT value FROM looked_at WHERE name = ${name}`;
const put = (name: string, value: number) => sql`REPLACE INTO looked_at VALUES (${name}, ${value})`.execute(db);

let channels = 0;

/** Several processes of one installation; their news are counted. */
function open(t: Test, count: number, probes: Record<string, Probe>, url = redis.url) {
  const channel = `pulse-${++channels}`;
  const watcher = openRedis(url, 'subscriber', log);
  t.teardown(() => watcher.disconnect());
  const looks: string[] = [];
  void watcher.subscribe(channel);
  watcher.on('message', (_channel, message) => looks.push(/"by":"([^"]*)"/.exec(message)?.[1] ?? ''));
  const join = (own = probes) => {
    const [commands, subscriber] = [openRedis(url, 'commands', log), openRedis(url, 'subscriber', log)];
    const pulse = openPulse({ db, commands, subscriber, log, channel, everyMs, probes: own });
    const told: Record<string, number> = {};
    let silences = 0;
    for (const name of Object.keys(own)) {
      told[name] = 0;
      const news = pulse.news(name);
      news.follow(() => {
        if (news.isHeard()) told[name] = (told[name] as number) + 1;
        else silences++;
      });
    }
    const leave = async () => {
      await pulse.close();
      for (const connection of [commands, subscriber]) connection.disconnect();
    };
    t.teardown(leave);
    return {
      pulse,
      told,
      leave,
      silences: () => silences,
      isHeard: (name = Object.keys(own)[0] as string) => pulse.news(name).isHeard(),
    };
  };
  return { processes: Array.from({ length: count }, () => join()), join, looks, channel };
}

/** Waits for some time in which a number stays the same: a busy machine may be silent for a moment. */
const stays = (read: () => number) =>
  until(async () => {
    const before = read();
    await sleep(5 * everyMs);
    return read() === before;
  });

/** Waits for some time in which one process alone looked. Several look when they began at once, or heard late. */
const oneLooks = (looks: string[]) =>
  until(async () => {
    looks.length = 0;
    await sleep(10 * everyMs);
    return new Set(looks).size === 1;
  });

t.test('of five processes one looks, all are told; when it ends, another one looks', async (t) => {
  await put('shared', 5);
  const { processes, looks } = open(t, 5, { shared: numberIn('shared') });
  const allHear = () => processes.every((one) => one.isHeard());
  await until(allHear, Boolean);
  await oneLooks(looks);
  const before = processes.map(({ told }) => told.shared as number);
  t.ok(before.every((n) => n >= 1));
  await sleep(5 * everyMs);
  t.same(
    processes.map(({ told }) => told.shared),
    before,
    'what stays the same is told once',
  );
  await put('shared', 6);
  await until(() => processes.every(({ told }, n) => (told.shared as number) > (before[n] as number)), Boolean);
  while (processes.length > 1) {
    await processes.shift()?.leave();
    looks.length = 0;
    await until(() => looks.length > 3, Boolean);
    await until(allHear, Boolean);
  }
});

t.test(
  'work that is due is told at every look until it is done; none, and what is not there, is never told',
  async (t) => {
    await put('due', 1);
    await put('none', 0);
    const { processes } = open(t, 1, {
      due: numberIn('due'),
      none: numberIn('none'),
      missing: numberIn('missing'),
      decimal: sql`IF(1, 1, 2.5)`,
    });
    const { told } = processes[0] as (typeof processes)[number];
    await until(
      () => told.due,
      (n = 0) => n > 3,
    );
    await put('due', 0);
    await stays(() => told.due as number);
    const { due } = told;
    t.same({ ...told, decimal: 0 }, { due, none: 0, missing: 0, decimal: 0 });
    t.ok((told.decimal as number) > (due as number), 'due in another type');
  },
);

t.test('a process that needs more than the others look at looks by itself, and for them', async (t) => {
  await put('more', 3);
  const { processes, join, looks } = open(t, 1, { shared: numberIn('shared') });
  await until(() => looks.length > 2, Boolean);
  const other = join({ shared: numberIn('shared'), more: numberIn('more') });
  await until(
    () => other.told.more,
    (n = 0) => n > 0,
  );
  t.ok(other.isHeard('more'));
  await oneLooks(looks);
  t.ok(processes[0]?.isHeard());
});

t.test('a statement that fails, and messages in another form, are silence', async (t) => {
  const { processes, channel } = open(t, 1, { wrong: sql`SELECT no_such_column FROM looked_at` });
  const publisher = openRedis(redis.url, 'queue', log);
  t.teardown(() => publisher.disconnect());
  for (const message of ['', '{', 'null', '[]', '{"values":7}', '{"by":"x","values":{"other":1}}']) {
    await publisher.publish(channel, message);
  }
  await sleep(10 * everyMs);
  t.notOk(processes[0]?.isHeard());
  t.equal(processes[0]?.told.wrong, 0);
});

t.test('repeated work runs at news, rarely while it can hear, and at its own pace in silence', async (t) => {
  await put('work', 2);
  const { processes } = open(t, 1, { work: numberIn('work') });
  const { pulse, isHeard } = processes[0] as (typeof processes)[number];
  let runs = 0;
  let fails = false;
  const work = repeat(
    log,
    'test',
    20,
    async () => {
      runs++;
      if (fails) throw new Error('it fails');
    },
    pulse.news('work'),
  );
  t.teardown(() => work.stop());
  await until(isHeard, Boolean);
  await stays(() => runs);
  const rested = runs;
  await put('work', 3);
  await until(
    () => runs,
    (n) => n > rested,
  );
  fails = true;
  await put('work', 4);
  const failed = runs;
  await until(
    () => runs,
    (n) => n > failed + 4,
  );
  t.pass('what failed is tried again at its own pace');
  fails = false;

  await redis.stop();
  await until(isHeard, (heard) => !heard);
  const silent = runs;
  await until(
    () => runs,
    (n) => n > silent + 4,
  );
  await redis.start();
  await until(isHeard, Boolean);
  await stays(() => runs);
  t.pass('Redis is back');
});

t.test('a Redis that is silent, its connections open, is noticed', async (t) => {
  const { port, child } = await startRedis(t);
  const { processes } = open(t, 2, { shared: numberIn('shared') }, `redis://127.0.0.1:${port}`);
  await until(() => processes.every(({ isHeard }) => isHeard()), Boolean);
  child.kill('SIGSTOP');
  await until(
    () => processes.some(({ isHeard }) => isHeard()),
    (heard) => !heard,
  );
  await until(() => processes.every(({ silences }) => silences() > 0), Boolean);
  child.kill('SIGCONT');
  await until(() => processes.every(({ isHeard }) => isHeard()), Boolean);
});
