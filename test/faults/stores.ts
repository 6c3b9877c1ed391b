/** A fault's databases: each server is a process that can be killed, stalled, disconnected and restarted. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import type { Test } from 'tap';
import { findProgram, needPrograms } from '../../shared/local/debian.ts';
import { type PrivateServer, privateServer } from '../../shared/local/private-server.ts';
import { prepareMysql, prepareRedis } from '../../shared/local/private-stores.ts';
import { projectRoot } from '../../shared/paths.ts';
import { startGalera } from '../fixtures/galera.ts';
import { startGroup } from '../fixtures/group-replication.ts';
import { processesOf } from '../fixtures/leftovers.ts';
import { freePort } from '../fixtures/processes.ts';
import { until } from '../fixtures/until.ts';
import { makeHosts } from './hosts.ts';

const run = promisify(execFile);

type Ends = Pick<Test, 'teardown'>;

export type Server = {
  start(): Promise<unknown>;
  kill(): Promise<void>;
  /** Stops its process with its connections open. */
  stall(): Promise<void>;
  resume(): Promise<void>;
  cutOff(): Promise<unknown>;
  reconnect(): Promise<unknown>;
};

export type StoresName = keyof typeof starts;

export type Stores = {
  mysqlUrl: string;
  redisUrl: string;
  /** URLs to read the stored data from; the first that answers is used. */
  lookUrls: string[];
  /** Servers, the one that Waypost writes to first. */
  mysqls: Server[];
  redises: Server[];
};

/** Wraps a private server; `mark` is in the command line of its process alone. */
function toServer({ start, kill }: PrivateServer, mark: string): Server {
  const signal = async (name: NodeJS.Signals) => {
    for (const { pid, command } of await processesOf(mark)) {
      if (command.includes(mark)) process.kill(pid, name);
    }
  };
  const cannot = () => Promise.reject(new Error('it has no link of its own'));
  return {
    ...{ start, kill: () => kill('SIGKILL'), cutOff: cannot, reconnect: cannot },
    ...{ stall: () => signal('SIGSTOP'), resume: () => signal('SIGCONT') },
  };
}

async function makeDirectory(t: Ends): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'waypost-faults-'));
  t.teardown(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** One Redis that persists acknowledged data. */
async function startRedis(t: Ends) {
  const dir = await makeDirectory(t);
  const redis = await prepareRedis({ dir, durable: true, report: () => {} });
  t.teardown(() => redis.kill('SIGKILL'));
  await redis.start();
  return { redisUrl: redis.url, redises: [toServer(redis, new URL(redis.url).pathname)] };
}

/** One MariaDB that persists acknowledged data. */
async function startMysql(t: Ends) {
  const dir = await makeDirectory(t);
  const mysql = await prepareMysql({ dir, durable: true, report: () => {} });
  t.teardown(() => mysql.kill('SIGKILL'));
  await mysql.start();
  return { mysqlUrl: mysql.url, lookUrls: [mysql.url], mysqls: [toServer(mysql, path.join(dir, 'mysql/data'))] };
}

async function startSingle(t: Ends): Promise<Stores> {
  const [mysql, redis] = await Promise.all([startMysql(t), startRedis(t)]);
  return { ...mysql, ...redis };
}

/** Three nodes, each on its own host. */
async function startGaleraOfThree(t: Ends): Promise<Stores> {
  const hosts = await makeHosts(t, 3);
  if (!hosts) throw new CannotHere('network namespaces cannot be made here (that needs root)');
  const nodes = await startGalera(t, 3, hosts);
  const mysqls = nodes.map(({ start, kill, freeze, thaw }, n) => {
    const { cutOff, reconnect } = hosts[n] as (typeof hosts)[number];
    return { start, kill: () => kill('SIGKILL'), stall: freeze, resume: thaw, cutOff, reconnect };
  });
  const urls = toUrls(nodes.map(({ port }, n) => `${hosts[n]?.address}:${port}`));
  return { ...urls, mysqls, ...(await startRedis(t)) };
}

/** Three members of MySQL 9.7; one accepts writes. */
async function startGroupOfThree(t: Ends): Promise<Stores> {
  const getting = run('bash', [path.join(projectRoot, 'test/matrix/get-mysql.sh')]);
  const { stdout } = await getting.catch(() => {
    throw new CannotHere('the packages of MySQL 9.7 cannot be had here');
  });
  const { members } = await startGroup(t, stdout.trim(), 3);
  const mysqls = members.map((member) => ({
    ...toServer(member, new URL(member.url).searchParams.get('socketPath') as string),
    start: member.rejoin,
  }));
  return { ...toUrls(members.map(({ port }) => `127.0.0.1:${port}`)), mysqls, ...(await startRedis(t)) };
}

const toUrls = (hosts: string[]) => ({
  mysqlUrl: `mysql://root@${hosts.join(',')}/waypost`,
  lookUrls: hosts.map((host) => `mysql://root@${host}/waypost`),
});

/** One MariaDB, and a Redis with a replica and three Sentinels that fail over. */
async function startSentinel(t: Ends): Promise<Stores> {
  await needPrograms(['redis-server'], () => {});
  const dir = await makeDirectory(t);
  const ports = [await freePort(), await freePort()];
  const servers = await Promise.all(
    ports.map((port, n) =>
      planRedis(dir, port, [
        ...['--save', '', '--appendonly', 'yes', '--repl-diskless-sync-delay', '0'],
        ...(n > 0 ? ['--replicaof', '127.0.0.1', String(ports[0])] : []),
      ]),
    ),
  );
  const sentinelPorts = [await freePort(), await freePort(), await freePort()];
  const sentinels = await Promise.all(
    sentinelPorts.map((port) =>
      planRedis(
        dir,
        port,
        ['--sentinel'],
        [
          `sentinel monitor waypost 127.0.0.1 ${ports[0]} 2`,
          'sentinel down-after-milliseconds waypost 2000',
          'sentinel failover-timeout waypost 10000',
        ],
      ),
    ),
  );
  for (const one of [...servers, ...sentinels]) {
    t.teardown(() => one.kill('SIGKILL'));
    await one.start();
  }
  await until(() =>
    askRedis(ports[0] as number, async (redis) => /connected_slaves:1/.test(await redis.info('replication'))),
  );
  return {
    ...(await startMysql(t)),
    redisUrl: `redis+sentinel://${sentinelPorts.map((port) => `127.0.0.1:${port}`).join(',')}/waypost`,
    redises: servers.map((one, n) => toServer(one, `*:${ports[n]}`)),
  };
}

async function askRedis<T>(port: number, work: (redis: Redis) => Promise<T>): Promise<T | undefined> {
  const redis = new Redis({
    port,
    lazyConnect: true,
    retryStrategy: () => null,
    connectTimeout: 1_000,
    commandTimeout: 1_000,
  });
  redis.on('error', () => {});
  try {
    await redis.connect();
    return await work(redis);
  } catch {
    return undefined;
  } finally {
    redis.disconnect();
  }
}

async function planRedis(dir: string, port: number, options: string[], config: string[] = []): Promise<PrivateServer> {
  const home = path.join(dir, String(port));
  await mkdir(home);
  const file = path.join(home, 'redis.conf');
  await writeFile(file, config.map((line) => `${line}\n`).join(''));
  return privateServer({
    name: 'Redis',
    url: `redis://127.0.0.1:${port}`,
    log: path.join(home, 'log'),
    command: [
      ...[(await findProgram('redis-server')) as string, file, '--port', String(port), '--dir', home],
      ...['--bind', '127.0.0.1', '--maxmemory-policy', 'noeviction', ...options],
    ],
    async ping() {
      if ((await askRedis(port, (redis) => redis.ping())) !== 'PONG') throw new Error('no answer yet');
    },
  });
}

/** A requirement of these faults is unavailable on this machine. */
export class CannotHere extends Error {}

const starts = { single: startSingle, galera: startGaleraOfThree, group: startGroupOfThree, sentinel: startSentinel };

export const startStores = (t: Ends, name: StoresName): Promise<Stores> => starts[name](t);
