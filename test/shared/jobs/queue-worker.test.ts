/** A queue worker stops in every state of Redis, and leaves nothing that keeps its process alive. */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { QueueWorker } from '../../../shared/jobs/queue-worker.ts';
import { queueDepth } from '../../../shared/jobs/queues.ts';
import { openSetAside } from '../../../shared/jobs/set-aside.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { briefly } from '../../fixtures/processes.ts';
import { log } from '../../fixtures/redirects.ts';
import { startRedisServer } from '../../fixtures/stack.ts';
import { until } from '../../fixtures/until.ts';
import { type Test, t } from '../../runner/tap.ts';

const redis = await startRedisServer(t);
let queues = 0;

/** Starts a worker with one job, which runs until the test ends it. */
async function startWork(t: Test, settings = { lockDuration: 1_000, stalledInterval: 30_000 }) {
  const name = `queue-${++queues}`;
  const connections = { queue: openRedis(redis.url, 'queue', log), worker: openRedis(redis.url, 'queue', log) };
  t.teardown(() => Promise.all(Object.values(connections).map((connection) => connection.disconnect())));
  const queue = new Queue(name, { connection: connections.queue });
  queue.on('error', () => {});
  const reported = new EventEmitter();
  const end = once(reported, 'end');
  const job = { begun: 0, ended: false, end: () => reported.emit('end') };
  const worker = new QueueWorker<object>({
    name,
    work: async () => {
      job.begun++;
      reported.emit('begin');
      // On a busy machine the job's lock is sometimes renewed too late. Then the job runs again.
      await end;
      job.ended = true;
      return undefined;
    },
    aside: openSetAside(connections.queue, 'test', name),
    log,
    settings: { connection: connections.worker, ...settings },
  });
  const begun = once(reported, 'begin');
  await queue.add('job', {}, { removeOnComplete: true });
  await begun;
  const count = () => queue.getJobCounts('active', 'waiting', 'failed');
  return { worker, job, count };
}

/** Counts the timers that keep the process alive. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

async function countConnections(): Promise<number> {
  const client = openRedis(redis.url, 'commands', log);
  await once(client, 'ready');
  const clients = String(await client.client('LIST'));
  client.disconnect();
  return clients.trim().split('\n').length;
}

async function ends(t: Test, closing: Promise<void>) {
  const late = sleep(60_000, 'late', { ref: false });
  t.equal(await Promise.race([closing.then(() => 'ended'), late]), 'ended');
}

/**
 * Checks that no timer remains. Redis must be up. Closing connections have a timer of 2 s; locks are renewed more
 * often.
 */
async function leavesNothing(t: Test, before: number) {
  await sleep(2_500);
  t.ok(timers() <= before, 'no timer of it is left');
}

t.test('a worker that stops waits for running jobs and records their results', async (t) => {
  const before = timers();
  const { worker, job, count } = await startWork(t);
  const closing = worker.close();
  await sleep(1_000);
  t.notOk(job.ended);
  t.match(await count(), { active: 1 });
  job.end();
  await ends(t, closing);
  await leavesNothing(t, before);
  t.match(await count(), { active: 0, waiting: 0, failed: 0 });
});

t.test("a long job's lock is renewed, so that it runs once", async (t) => {
  const before = timers();
  const { worker, job, count } = await startWork(t, { lockDuration: 6_000, stalledInterval: 500 });
  await sleep(9_000);
  t.match(await count(), { active: 1, waiting: 0 });
  job.end();
  await until(async () => !(await count()).active);
  await ends(t, worker.close());
  t.equal(job.begun, 1);
  await leavesNothing(t, before);
});

t.test('a worker without work stops immediately', async (t) => {
  const before = timers();
  const { worker, job, count } = await startWork(t);
  job.end();
  while ((await count()).active) await sleep(10);
  const opened = await countConnections();
  await worker.close();
  await leavesNothing(t, before);
  t.equal(await countConnections(), opened - 1, 'the connection on which it waited is closed, and stays so');
});

t.test('a job that takes too long is abandoned when the worker stops', async (t) => {
  const before = timers();
  const { worker, job } = await startWork(t);
  await ends(t, worker.close(200));
  t.notOk(job.ended);
  await leavesNothing(t, before);
  job.end();
});

t.test('a worker stops while Redis is down, whether or not Redis comes back', async (t) => {
  for (const comesAgain of [true, false]) {
    const before = timers();
    const { worker, job } = await startWork(t);
    await redis.kill('SIGKILL');
    await sleep(500);
    if (comesAgain) await redis.start();
    job.end();
    await ends(t, worker.close());
    t.ok(job.ended);
    if (!comesAgain) await redis.start();
    await leavesNothing(t, before);
  }
});

t.test('a worker that stops while it waits for Redis opens no new connection', async (t) => {
  // On a busy machine, this many workers would lose locks of one second.
  const settings = { lockDuration: 60_000, stalledInterval: 30_000 };
  const workers = await Promise.all(Array.from({ length: 40 }, () => startWork(t, settings)));
  for (const { job, count } of workers) {
    job.end();
    await until(async () => !(await count()).active);
  }
  const opened = await countConnections();
  await redis.kill('SIGKILL');
  await sleep(8_000);
  const closings = workers.map(({ worker }, n) => sleep(n * 30).then(() => worker.close()));
  await redis.start();
  await ends(
    t,
    Promise.all(closings).then(() => {}),
  );
  await sleep(2_500);
  t.equal(await countConnections(), opened - workers.length);
});

t.test('a job that ended its process three times is set aside, and all other jobs are done', async (t) => {
  const REDIS_PREFIX = 'poison';
  const script = path.join(import.meta.dirname, '../../fixtures/poison-process.js');
  const env = { PATH: process.env.PATH, REDIS_URL: redis.url, REDIS_PREFIX };
  let ends = 0;
  for (let hasEnded = false; !hasEnded && ends < 10; ) {
    const child = spawn(process.execPath, [...briefly, script], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const [code, signal] = await once(child, 'exit');
    hasEnded = signal === null;
    if (!hasEnded) ends++;
    else t.equal(code, 0);
  }
  // The first crash makes all running items suspects, of which each poison ends two processes. A later one ends a third.
  t.ok(ends >= 7 && ends <= 9, `${ends} ends of three poisons`);
  const client = openRedis(redis.url, 'commands', log);
  t.teardown(() => client.disconnect());
  await once(client, 'ready');
  const sound = ['sound-1', 'sound-2', 'sound-3'];
  t.same(await client.hgetall(`${REDIS_PREFIX}:state`), {
    ...Object.fromEntries(sound.flatMap((id) => [`failing ${id}`, `left alone ${id}`].map((name) => [name, 'done']))),
    'failing poison': 'Working on it ended the process three times.',
    ...{ 'in pieces 1': 'done', 'in pieces 2': 'poison', 'in pieces 3': 'done', 'in pieces all': 'done' },
  });
  for (const name of ['failing', 'left alone', 'in pieces']) {
    t.match(await queueDepth(client, REDIS_PREFIX, name), { failed: 1 }, name);
  }
});
