/**
 * The comparison of this machine's settings with the other machines of its database, at startup and every minute.
 * Differences are logged. Each machine writes keyed digests to MySQL, which reveal no value and confirm no guess at a
 * secret.
 */
import { createHash, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import { listMachines } from '../../shared/check/checks/links-queries.ts';
import { seenSince } from '../../shared/check/checks/machines.ts';
import type { Config } from '../../shared/config/config.ts';
import { digestSettings, findDifferences, inWords } from '../../shared/config/shared-settings.ts';
import { getNow } from '../../shared/db/clock-queries.ts';
import { version } from '../../shared/installation.ts';
import { type Repeated, repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import { deriveKey } from '../../shared/secrets/installation-secret.ts';
import { getInstallation } from '../change-feed/feed.ts';
import type { Db } from '../core/tables.ts';
import { deleteMachinesBefore, upsertMachine } from './machine-queries.ts';

const everyMs = 60_000;
const keepMs = 86_400_000;

export type MachineStores = { config: Config; db: Db; redis: Redis; log: Log };

export function compareMachines(stores: MachineStores): Repeated<void> {
  let reported = '';
  const comparison = repeat(stores.log, 'compare settings of machines', everyMs, {
    work: async () => {
      const differing = (await compareNow(stores, new Date())).map(inWords);
      if (differing.length > 0 && differing.join() !== reported)
        stores.log.warn({ differing }, 'settings that must be the same on all machines differ; see `waypost check`');
      reported = differing.join();
    },
  });
  void comparison.ask();
  return comparison;
}

/** Writes this machine's row, and returns the differences between the machines seen recently. */
async function compareNow({ config, db, redis }: MachineStores, now: Date) {
  const name = `${hostname()}:${config.localDir}`;
  const [installation, secret, redisId] = await Promise.all([
    getInstallation(db),
    deriveKey(config, 'machines'),
    identifyRedis(redis, config.redisPrefix),
  ]);
  const settings = digestSettings(config, installation, {
    CERTIFICATE_SECRET: secret.toString('hex'),
    RELEASE: version(),
    // A machine without a replica does not record writes, but machines with a replica need these records.
    MYSQL_READ_URL: String(config.mysqlReadUrl !== ''),
    ...(redisId === undefined ? {} : { REDIS_URL: redisId }),
  });
  const id = createHash('sha256').update(name).digest('hex').slice(0, 32);
  await upsertMachine(db, { id, name: name.slice(-500), settings: JSON.stringify(settings), seen_at: now });
  await deleteMachinesBefore(db, new Date((await getNow(db)).getTime() - keepMs));
  return findDifferences(await listMachines(db, seenSince(now)));
}

/**
 * Returns an id that is the same on all machines that share this Redis, even with different URLs. Returns `undefined` while
 * Redis is down.
 */
async function identifyRedis(redis: Redis, prefix: string): Promise<string | undefined> {
  const key = `${prefix}:machines`;
  try {
    await redis.set(key, randomUUID(), 'NX');
    return (await redis.get(key)) ?? undefined;
  } catch {
    return undefined;
  }
}
