/** One process polls for all others. If its messages are lost, each process polls for itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDb } from '../../../shared/db/db.ts';
import { type Probe, Pulse } from '../../../shared/jobs/pulse.ts';
import { repeat } from '../../../shared/jobs/repeat.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { log } from '../../fixtures/redirects.ts';
import { startRedis } from '../../fixtures/redis-servers.ts';
import { createStores, startRedisServer } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const everyMs = 100;
const redis = await startRedisServer(t);
const { mysqlUrl } = await createStores(t);
const db = openDb<unknown>(mysqlUrl, { poolSize: 8 });
t.teardown(() => db.destroy());
await sql`CREATE TABLE looked_at (name VARCHAR(20) PRIMARY KEY, value INT NOT NULL)`.execute(db);

const numberIn = (name: string): Probe => sql`SELECT value FROM looked_at WHERE name = ${name}`;
const put = (name: string, value: number) => sql`REPLACE INTO looked_at VALUES (${name}, ${value})`.execute(db);

let channels = 0;

/** Starts several processes of one installation and counts the changes that they report. */
function open(t: Test, count: number, probes: Record<string, Probe>, url = redis.url) {
  const channel = `pulse-${++channels}`;
  const watcher = openRedis(url, 'subscriber', log);
  t.teardown(() => watcher.disconnect());
  const looks: string[] = [];
  void watcher.subscribe(channel);
  watcher.on('message', (_channel, message: string) => looks.push(message.slice(0, message.indexOf('\x1e'))));
  const join = (own = probes, rest: { restMs?: number; restAfterMs?: number; urgent?: string[] } = {}) => {
    const [commands, subscriber] = [openRedis(url, 'commands', log), openRedis(url, 'subscriber', log)];
    const pulse = new Pulse({ db, commands, subscriber, log, channel, everyMs, probes: own, ...rest });
    const notified: Record<string, number> = {};
    let silences = 0;
    for (const name of Object.keys(own)) {
      notified[name] = 0;
      const news = pulse.news(name);
      news.follow(() => {
        if (news.isHeard()) notified[name] = (notified[name] as number) + 1;
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
      notified,
      leave,
      silences: () => silences,
      isHeard: (name = Object.keys(own)[0] as string) => pulse.news(name).isHeard(),
    };
  };
  return { processes: Array.from({ length: count }, () => join()), join, looks, channel };
}

/** Waits until a number stays the same for some time, because a busy machine can be silent for a moment. */
const stays = (read: () => number) =>
  until(async () => {
    const before = read();
    await sleep(5 * everyMs);
    return read() === before;
  });

/**
 * Waits until only one process polls for some time. Several poll if they started at the same time or received
 * messages late.
 */
const oneLooks = (looks: string[]) =>
  until(async () => {
    looks.length = 0;
    await sleep(10 * everyMs);
    return new Set(looks).size === 1;
  });

t.test('one of five processes polls and notifies all; when it ends, another process polls', async (t) => {
  await put('shared', 5);
  const { processes, looks } = open(t, 5, { shared: numberIn('shared') });
  const allHear = () => processes.every((one) => one.isHeard());
  await until(allHear, Boolean);
  await oneLooks(looks);
  const before = processes.map(({ notified }) => notified.shared as number);
  t.ok(before.every((n) => n >= 1));
  await sleep(5 * everyMs);
  t.same(
    processes.map(({ notified }) => notified.shared),
    before,
    'an unchanged value is reported once',
  );
  await put('shared', 6);
  await until(() => processes.every(({ notified }, n) => (notified.shared as number) > (before[n] as number)), Boolean);
  while (processes.length > 1) {
    await processes.shift()?.leave();
    looks.length = 0;
    await until(() => looks.length > 3, Boolean);
    await until(allHear, Boolean);
  }
});

t.test('due work is announced at every poll until it is done, and missing or unknown work never is', async (t) => {
  await put('due', 1);
  await put('none', 0);
  const { processes } = open(t, 1, {
    due: numberIn('due'),
    none: numberIn('none'),
    missing: numberIn('missing'),
    decimal: sql`IF(1, 1, 2.5)`,
  });
  const { notified } = processes[0] as (typeof processes)[number];
  await until(
    () => notified.due,
    (n = 0) => n > 3,
  );
  await put('due', 0);
  await stays(() => notified.due as number);
  const { due } = notified;
  t.same({ ...notified, decimal: 0 }, { due, none: 0, missing: 0, decimal: 0 });
  t.ok((notified.decimal as number) > (due as number), 'due in another type');
});

t.test('a process that needs work unknown to the leader polls it, and later becomes the leader', async (t) => {
  await put('more', 3);
  const { processes, join, looks } = open(t, 1, { shared: numberIn('shared') });
  await until(() => looks.length > 2, Boolean);
  const other = join({ shared: numberIn('shared'), more: numberIn('more') });
  await until(() => other.isHeard('shared') && !other.isHeard('more'));
  await oneLooks(looks);
  t.ok(processes[0]?.isHeard());
  await processes[0]?.leave();
  await until(() => other.isHeard('more'));
  // On a busy machine the other process can have read the first value itself, before any message named it.
  await put('more', 4);
  await until(() => other.isHeard('more') && (other.notified.more as number) > 0);
});

t.test("after the leader is killed, another process replaces it when the leader's lock expires", async (t) => {
  await put('locked', 5);
  const { join, looks, channel } = open(t, 0, {});
  const lock = `${channel}:leader`;
  const holder = openRedis(redis.url, 'queue', log);
  t.teardown(() => holder.disconnect());
  await holder.set(lock, 'killed', 'PX', 20 * everyMs);
  const processes = [join({ locked: numberIn('locked') }), join({ locked: numberIn('locked') })];
  await until(async () => (await holder.get(lock)) !== 'killed');
  await until(() => processes.every(({ isHeard }) => isHeard()));
  await oneLooks(looks);
  t.equal(looks[0], await holder.get(lock));
});

t.test('failed statements and unknown messages do not count as a message from the leader', async (t) => {
  const { processes, channel } = open(t, 1, { wrong: sql`SELECT no_such_column FROM looked_at` });
  const publisher = openRedis(redis.url, 'queue', log);
  t.teardown(() => publisher.disconnect());
  const others = [
    ['x', '100', '0', '1', 'other', '1'],
    ['x', '100', '0', '1', 'wrong', '1\x1f1'],
    ['x', '100', '0', '1', 'wrong'],
    ['x', 'soon', '0', '1', 'wrong', '1'],
    ['x', '100', 'long', '1', 'wrong', '1'],
    ['x', '100', '0', '1', 'wrong', '1', '1'],
    ['x', '100', '0', '0', 'wrong', '1'],
  ];
  for (const message of ['', '{', '{"by":"x","values":{"wrong":1}}', ...others.map((parts) => parts.join('\x1e'))]) {
    await publisher.publish(channel, message);
  }
  await sleep(10 * everyMs);
  t.notOk(processes[0]?.isHeard());
  t.equal(processes[0]?.notified.wrong, 0);
});

t.test('values of every type are reported unchanged', async (t) => {
  await put('kinds', 1);
  const value = numberIn('kinds');
  const { processes } = open(t, 1, {
    text: sql`CONCAT('to ', (${value}), ', "\\n')`,
    bytes: sql`UNHEX(CONCAT('E282AC3', (${value})))`,
    large: sql`9007199254740993 + (${value})`,
    decimal: sql`2.50 + (${value})`,
  });
  const { notified, pulse } = processes[0] as (typeof processes)[number];
  const names = Object.keys(notified);
  const heard: Record<string, string> = {};
  for (const name of names) {
    pulse.onValue(name, (text) => {
      heard[name] = text;
    });
  }
  await until(() => names.every((name) => notified[name] === 1));
  t.same(heard, { text: 'to 1, "\n', bytes: '\u20ac1', large: '9007199254740994', decimal: '3.50' });
  await put('kinds', 2);
  await until(() => names.every((name) => notified[name] === 2));
  t.equal(heard.large, '9007199254740995');
});

t.test("polls are rare without requests and changes, but any process's request triggers a poll", async (t) => {
  await put('still', 5);
  const { join, looks } = open(t, 0, {});
  const [one, other] = [1, 2].map(() =>
    join({ still: numberIn('still') }, { restMs: 600_000, restAfterMs: 10 * everyMs }),
  ) as [ReturnType<typeof join>, ReturnType<typeof join>];
  await until(() => one.isHeard() && other.isHeard());
  await stays(() => looks.length);
  t.ok(one.isHeard() && other.isHeard(), 'they know that the next poll is late');
  const notified = one.notified.still as number;
  await put('still', 6);
  await sleep(5 * everyMs);
  t.equal(one.notified.still, notified);
  for (const { pulse } of [one, other]) {
    const [before, heard] = [looks.length, one.notified.still as number];
    pulse.stir();
    await until(() => looks.length > before);
    await put('still', heard + 10);
    // After a change, polls stay frequent even without further requests.
    await until(() => [one, other].every((each) => (each.notified.still as number) > heard));
    await stays(() => looks.length);
  }
});

t.test('while idle, only urgent work is polled, until any process gets a request', async (t) => {
  await put('urgent', 5);
  await put('other', 5);
  const { join, looks } = open(t, 0, {});
  const probes = { urgent: numberIn('urgent'), other: numberIn('other') };
  const openOne = () => join(probes, { restMs: 600_000, restAfterMs: 10 * everyMs, urgent: ['urgent'] });
  const processes = [openOne(), openOne(), openOne()];
  const notified = (name: string) => processes.map((one) => one.notified[name] as number);
  await until(() => [...notified('urgent'), ...notified('other')].every(Boolean));
  let value = 5;
  /** Writes a value that is not polled, until no process reports it any more. */
  const rest = () =>
    until(async () => {
      await sleep(15 * everyMs);
      const before = notified('other');
      await put('other', ++value);
      await sleep(5 * everyMs);
      return notified('other').join() === before.join() && processes.every(({ isHeard }) => isHeard('other'));
    });
  for (const { pulse } of processes) {
    await rest();
    const [before, urgent] = [notified('other'), notified('urgent')];
    await put('urgent', ++value);
    // A change causes a poll of everything.
    await until(() =>
      [
        ...notified('urgent').map((n, at) => n > (urgent[at] as number)),
        ...notified('other').map((n, at) => n > (before[at] as number)),
      ].every(Boolean),
    );
    await rest();
    const unasked = notified('other');
    pulse.stir();
    await until(() => notified('other').every((n, at) => n > (unasked[at] as number)));
  }
  await rest();
  const newcomer = openOne();
  await until(() => newcomer.notified.other && newcomer.isHeard('other'));
  await oneLooks(looks);
});

t.test('repeated work runs after changes, rarely without changes, and on its own without messages', async (t) => {
  await put('work', 2);
  const { processes } = open(t, 1, { work: numberIn('work') });
  const { pulse, isHeard } = processes[0] as (typeof processes)[number];
  let runs = 0;
  let fails = false;
  const work = repeat(log, 'test', 20, {
    work: async () => {
      runs++;
      if (fails) throw new Error('it fails');
    },
    news: pulse.news('work'),
  });
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
  t.pass('failed work is retried at its own interval');
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

t.test('a Redis that is silent while its connections stay open is detected', async (t) => {
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

t.test('the polling process learns of changes in time, even while Redis is silent', async (t) => {
  await put('silent', 5);
  const { port, child } = await startRedis(t);
  const { processes } = open(t, 1, { silent: numberIn('silent') }, `redis://127.0.0.1:${port}`);
  const { pulse, isHeard } = processes[0] as (typeof processes)[number];
  let known = '';
  pulse.onValue('silent', (text) => {
    known = text;
  });
  let value = 6;
  // On a busy machine the other process can miss a message before the value is written. Then it polls itself.
  do {
    await until(isHeard, Boolean);
    child.kill('SIGSTOP');
    await put('silent', ++value);
    await until(() => known === String(value) || !isHeard());
    await until(isHeard, (heard) => !heard);
    child.kill('SIGCONT');
  } while (known !== String(value));
  await until(isHeard, Boolean);
});
