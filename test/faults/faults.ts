/** The faults by name: their databases, their start and their end. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectOnce } from '../../shared/redis/redis-address.ts';
import { fillDisk } from '../fixtures/disk.ts';
import { type Kept, keptOf } from './machines.ts';
import type { System } from './site.ts';
import type { Server, StoresName } from './stores.ts';

export type Lengths = {
  /** Duration of a short fault, of an outage and of random kills, in ms. */
  brief: number;
  away: number;
  killing: number;
};

export type Fault = {
  name: string;
  says: string;
  on: StoresName;
  begin(system: System): unknown;
  /** Waits for the fault's duration, or acts during it. */
  lasts(lengths: Lengths, system: System): Promise<unknown>;
  end(system: System): unknown;
  /** No process is left to answer: redirects can fail, and processes end until their databases are back. */
  leavesNobody?: true;
  needsOwnDisk?: true;
};

const briefly = ({ brief }: Lengths) => sleep(brief);
const all = (servers: Server[], work: (server: Server) => Promise<unknown>) => Promise.all(servers.map(work));
const first = (servers: Server[]) => servers[0] as Server;

export const faults: Fault[] = [
  {
    name: 'mysql-killed',
    says: 'the only database server is killed and restarted',
    on: 'single',
    begin: ({ stores }) => first(stores.mysqls).kill(),
    lasts: briefly,
    end: ({ stores }) => first(stores.mysqls).start(),
  },
  {
    name: 'mysql-stalled',
    says: 'the only database server is frozen (SIGSTOP)',
    on: 'single',
    begin: ({ stores }) => first(stores.mysqls).stall(),
    lasts: briefly,
    end: ({ stores }) => first(stores.mysqls).resume(),
  },
  {
    name: 'redis-killed',
    says: 'the only Redis is killed and restarted',
    on: 'single',
    begin: ({ stores }) => first(stores.redises).kill(),
    lasts: briefly,
    end: ({ stores }) => first(stores.redises).start(),
  },
  {
    name: 'redis-stalled',
    says: 'the only Redis is frozen (SIGSTOP)',
    on: 'single',
    begin: ({ stores }) => first(stores.redises).stall(),
    lasts: briefly,
    end: ({ stores }) => first(stores.redises).resume(),
  },
  {
    name: 'redis-emptied',
    says: 'Redis loses all its data (FLUSHALL)',
    on: 'single',
    async begin({ stores }) {
      const redis = connectOnce(stores.redisUrl);
      await redis.flushall();
      redis.disconnect();
    },
    lasts: () => sleep(3_000),
    end() {},
  },
  {
    name: 'stores-away',
    says: 'the database server and Redis are killed and stay down',
    on: 'single',
    begin: ({ stores }) => all([...stores.mysqls, ...stores.redises], (server) => server.kill()),
    lasts: ({ away }) => sleep(away),
    end: ({ stores }) => all([...stores.mysqls, ...stores.redises], (server) => server.start()),
  },
  {
    name: 'processes-killed',
    says: 'links, worker and automations processes are killed at random',
    on: 'single',
    begin() {},
    lasts: ({ killing }, system) => killAtRandom(system, killing),
    end: ({ machines }) => untilUp(machines.flatMap(keptOf)),
  },
  {
    name: 'disk-full',
    says: 'the disk of LOCAL_DIR is full on both machines',
    on: 'single',
    begin: ({ dir }) => fillDisk(ballastIn(dir)),
    lasts: briefly,
    end: ({ dir }) => rm(ballastIn(dir)),
    needsOwnDisk: true,
  },
  {
    name: 'everything-killed',
    says: 'databases and all processes are killed at once and restarted',
    on: 'single',
    begin: ({ stores, machines }) =>
      Promise.all([
        ...[...stores.mysqls, ...stores.redises].map((server) => server.kill()),
        ...machines.flatMap(keptOf).map((one) => one.kill()),
      ]),
    lasts: () => sleep(2_000),
    async end({ stores, machines }) {
      await all([...stores.mysqls, ...stores.redises], (server) => server.start());
      await untilUp(machines.flatMap(keptOf));
    },
    leavesNobody: true,
  },
  {
    name: 'galera-node-killed',
    says: 'one of three Galera nodes, the one in use, is killed and joins again later',
    on: 'galera',
    begin: ({ stores }) => first(stores.mysqls).kill(),
    lasts: briefly,
    end: ({ stores }) => first(stores.mysqls).start(),
  },
  {
    name: 'galera-node-stalled',
    says: 'one of three Galera nodes, the one in use, is frozen (SIGSTOP)',
    on: 'galera',
    begin: ({ stores }) => first(stores.mysqls).stall(),
    lasts: briefly,
    end: ({ stores }) => first(stores.mysqls).resume(),
  },
  {
    name: 'galera-node-cut-off',
    says: 'one of three Galera nodes, the one in use, loses its network',
    on: 'galera',
    begin: ({ stores }) => first(stores.mysqls).cutOff(),
    lasts: briefly,
    end: ({ stores }) => first(stores.mysqls).reconnect(),
  },
  {
    name: 'group-primary-killed',
    says: 'the primary of a MySQL group is killed, and joins again with empty data',
    on: 'group',
    begin: ({ stores }) => first(stores.mysqls).kill(),
    lasts: briefly,
    end: ({ stores }) => first(stores.mysqls).start(),
  },
  {
    name: 'redis-primary-killed',
    says: 'the primary of Redis is killed; Sentinels promote its replica, and it returns as a replica',
    on: 'sentinel',
    begin: ({ stores }) => first(stores.redises).kill(),
    lasts: briefly,
    end: ({ stores }) => first(stores.redises).start(),
  },
];

async function untilUp(processes: Kept[]): Promise<void> {
  for (const one of processes) while (!(await one.isUp())) await sleep(200);
}

/** One process of each kind stays, like with an orchestrator; with both gone nobody could answer. */
async function killAtRandom({ machines, stores }: System, ms: number): Promise<void> {
  const [a, b] = machines.map(keptOf) as [Kept[], Kept[]];
  for (const until = performance.now() + ms; performance.now() < until; await sleep(500 + Math.random() * 2_500)) {
    const kind = Math.floor(Math.random() * a.length);
    const pair = [a[kind], b[kind]] as [Kept, Kept];
    const [victim, other] = Math.random() < 0.5 ? pair : [pair[1], pair[0]];
    await untilUp([victim, other]);
    await victim.kill();
    await forgetEnds(stores.redisUrl);
  }
}

/** A slow machine can lose both workers while they store the same part, which would be set aside for a day. */
async function forgetEnds(redisUrl: string): Promise<void> {
  const redis = connectOnce(redisUrl);
  const notes = await redis.keys('*click-parts*:begun');
  if (notes.length > 0) await redis.del(...notes);
  redis.disconnect();
}

const ballastIn = (dir: string) => path.join(dir, 'ballast');
