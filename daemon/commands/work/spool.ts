/**
 * The work of `waypost links spool`. A folder of clicks is moved and shipped as a starting service does with those that
 * an ended process left: killed at any moment, the next run goes on.
 */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadDotEnv, readConfig } from '../../../shared/config/config.ts';
import { ConfigError } from '../../../shared/errors.ts';
import { createLog } from '../../../shared/log/log.ts';
import { counted } from '../../../shared/plural.ts';
import { openRedis } from '../../../shared/redis/redis.ts';
import { getInstallation } from '../../change-feed/feed.ts';
import { Shipper } from '../../clicks/shipper.ts';
import { Spool } from '../../clicks/spool.ts';
import { findSpool, listWaiting, type Waiting } from '../../clicks/spool-contents.ts';
import { snapshotFile } from '../../redirect/map/slug-map-lifecycle.ts';
import { readInstallation } from '../../redirect/map/snapshot.ts';
import type { Tools } from '../core/tools.ts';

const shipEveryMs = 200;
const tellEveryMs = 2_000;
/** A worker stores what it gets within a second or two. */
const stuckAfterMs = 15_000;

const sum = (all: Waiting[], of: 'segments' | 'clicks' | 'bytes' | 'torn') =>
  all.reduce((total, one) => total + one[of], 0);
const totals = (all: Waiting[]) => ({
  segments: sum(all, 'segments'),
  clicks: sum(all, 'clicks'),
  bytes: sum(all, 'bytes'),
  torn: sum(all, 'torn'),
});

/** Asks no store. */
export async function list(given?: string) {
  loadDotEnv();
  const spool = findSpool(given ?? readConfig(process.env).localDir);
  const waiting = await listWaiting(spool);
  return { spool, ...totals(waiting), processes: waiting };
}

export async function adopt({ db, config, redisUrl }: Tools, given: string) {
  const spool = findSpool(given);
  await refuseOther(await getInstallation(db), spool);
  const waiting = await listWaiting(spool);
  const inUse = waiting.filter((one) => one.inUse);
  if (inUse.length > 0) throw new ConfigError(explainUse(inUse));
  try {
    accessSync(spool, constants.W_OK | constants.X_OK);
  } catch {
    throw new ConfigError(`${spool} cannot be written: stored clicks are deleted there. Mount it writable, or copy it`);
  }
  if (sum(waiting, 'segments') > 0) await ship(spool, { config, redisUrl, db });
  return { spool, ...totals(waiting) };
}

const explainUse = (inUse: Waiting[]) =>
  `${counted(inUse.length, 'folder')} may still be in use: ${inUse.map((one) => one.path).join(', ')}. ` +
  'Stop Waypost there, or wait until no process has used them for a minute, and run this again';

/** Ids of links mean others in another database. The snapshot beside a spool says which was its own. */
async function refuseOther(own: string, spool: string): Promise<void> {
  const its = await readInstallation(snapshotFile({ localDir: path.dirname(spool) }));
  if (its !== undefined && its !== own)
    throw new ConfigError(`${spool} has clicks of another installation: the links of its database are not these`);
}

async function ship(directory: string, { config, redisUrl, db }: Pick<Tools, 'config' | 'redisUrl' | 'db'>) {
  const log = createLog('links-cli', 'silent');
  const redis = openRedis(redisUrl, 'commands', log);
  const spool = new Spool({ directory, maxBytes: 0, log });
  spool.adopt();
  const { redisPrefix } = config;
  const shipper = new Shipper({ spool, db, redis, redisPrefix, log, everyMs: shipEveryMs });
  try {
    await untilStored(() => spool.state().segments + shipper.underWay());
  } finally {
    await shipper.close();
    await spool.close();
    redis.disconnect();
  }
}

async function untilStored(countLeft: () => number): Promise<void> {
  let before = countLeft();
  let [changedAt, toldAt] = [Date.now(), Date.now()];
  for (let left = before; left > 0; left = countLeft()) {
    await sleep(shipEveryMs);
    const now = Date.now();
    if (left !== before) [before, changedAt] = [left, now];
    if (now - toldAt < tellEveryMs) continue;
    toldAt = now;
    const why = now - changedAt > stuckAfterMs ? '; they wait for Redis, MySQL or a worker: see `waypost status`' : '';
    process.stderr.write(`${counted(left, 'segment')} left${why}\n`);
  }
}
