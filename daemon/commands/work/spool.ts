/**
 * Implementation of `waypost links spool`. It moves and ships a folder of clicks, as a service does when it starts
 * after a crash. If the command is killed, its next run continues.
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
const reportEveryMs = 2_000;
/**
 * Time after which shipping counts as stuck: far longer than the one or two seconds in which a worker stores clicks.
 */
const stuckAfterMs = 15_000;

const sum = (all: Waiting[], field: 'segments' | 'clicks' | 'bytes' | 'torn') =>
  all.reduce((total, process) => total + process[field], 0);
const totals = (all: Waiting[]) => ({
  segments: sum(all, 'segments'),
  clicks: sum(all, 'clicks'),
  bytes: sum(all, 'bytes'),
  torn: sum(all, 'torn'),
});

/** Counts the clicks that are not yet stored, without connecting to a store. */
export async function list(folder?: string) {
  loadDotEnv();
  const spool = findSpool(folder ?? readConfig(process.env).localDir);
  const waiting = await listWaiting(spool);
  return { spool, ...totals(waiting), processes: waiting };
}

export async function adopt({ db, config, redisUrl }: Tools, folder: string) {
  const spool = findSpool(folder);
  await requireSameInstallation(await getInstallation(db), spool);
  const waiting = await listWaiting(spool);
  const inUse = waiting.filter((process) => process.inUse);
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
  `${counted(inUse.length, 'folder')} may still be in use: ${inUse.map((process) => process.path).join(', ')}. ` +
  'Stop Waypost there, or wait until no process has used them for a minute, and run this again';

/**
 * Refuses clicks from another installation, where the same link ids belong to other links. The snapshot beside a
 * spool identifies its installation.
 */
async function requireSameInstallation(installation: string, spool: string): Promise<void> {
  const recordedIn = await readInstallation(snapshotFile({ localDir: path.dirname(spool) }));
  if (recordedIn !== undefined && recordedIn !== installation)
    throw new ConfigError(`${spool} has clicks of another installation, whose database has other links`);
}

async function ship(directory: string, { config, redisUrl, db }: Pick<Tools, 'config' | 'redisUrl' | 'db'>) {
  const log = createLog('links-cli', 'silent');
  const redis = openRedis(redisUrl, 'commands', log);
  const spool = new Spool({ directory, maxBytes: 0, log });
  spool.adopt();
  const { redisPrefix } = config;
  const shipper = new Shipper({ spool, db, redis, redisPrefix, log, everyMs: shipEveryMs });
  try {
    await untilStored(() => spool.state().segments + shipper.inTransit());
  } finally {
    await shipper.close();
    await spool.close();
    redis.disconnect();
  }
}

async function untilStored(countLeft: () => number): Promise<void> {
  let before = countLeft();
  let [changedAt, reportedAt] = [Date.now(), Date.now()];
  for (let left = before; left > 0; left = countLeft()) {
    await sleep(shipEveryMs);
    const now = Date.now();
    if (left !== before) [before, changedAt] = [left, now];
    if (now - reportedAt < reportEveryMs) continue;
    reportedAt = now;
    const hint = now - changedAt > stuckAfterMs ? '; they wait for Redis, MySQL or a worker: see `waypost status`' : '';
    process.stderr.write(`${counted(left, 'segment')} left${hint}\n`);
  }
}
