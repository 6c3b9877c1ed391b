/** The metrics of a process's stores: its MySQL connection pool, the queues that it works on, and LOCAL_DIR's disk. */

import type { Redis } from 'ioredis';
import type { Kysely } from 'kysely';
import type { Config } from '../config/config.ts';
import { poolNumbers, slowMs } from '../db/db.ts';
import { elementOf } from '../elements.ts';
import { listServedQueues, queueDepth } from '../jobs/queues.ts';
import { freeBytes } from './free-space.ts';
import type { Readings } from './metrics.ts';

/** `redis` must fail immediately while Redis is unavailable. */
type Stores<Rows> = { config: Pick<Config, 'localDir' | 'redisPrefix'>; db: Kysely<Rows>; redis: Redis };

export const storeNumbers = <Rows>({ config, db, redis }: Stores<Rows>): Readings => ({
  mysql_pool_size: { help: 'Maximum number of MySQL connections of this process.', value: () => poolNumbers(db).size },
  mysql_pool_in_use: { help: 'MySQL connections in use.', value: () => poolNumbers(db).inUse },
  mysql_pool_waiting: {
    help: 'Statements and transactions waiting for a MySQL connection.',
    value: () => poolNumbers(db).waiting,
  },
  mysql_slow_statements: {
    help: `Statements since the start that took longer than ${slowMs / 1_000} s.`,
    value: () => poolNumbers(db).slow,
  },
  queue_jobs: {
    help: 'Jobs of a queue that this process works on, by state: waiting, delayed or failed.',
    labels: ['queue', 'state'],
    value: async () => {
      const names = listServedQueues();
      const depths = await Promise.all(names.map((name) => queueDepth(redis, config.redisPrefix, name)));
      return depths.flatMap((depth, index) =>
        Object.entries(depth).map(([state, value]) => ({ labels: { queue: elementOf(names, index), state }, value })),
      );
    },
  },
  disk_free_bytes: { help: 'Free bytes on the disk of LOCAL_DIR.', value: () => freeBytes(config.localDir) },
});
