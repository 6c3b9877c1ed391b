/** The click pipeline of a redirect process: capture, spool and shipping, with metrics. */
import path from 'node:path';
import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config/config.ts';
import type { Log } from '../../shared/log/log.ts';
import { keptFreeBytes } from '../../shared/process/free-space.ts';
import type { Numbers } from '../../shared/process/metrics.ts';
import type { Db } from '../core/tables.ts';
import type { Clients } from '../redirect/client.ts';
import { type ClickCapture, createClickCapture } from './capture.ts';
import type { SharedClickLimitCounter } from './click-limit-counter.ts';
import { createSalts } from './salts.ts';
import { Shipper } from './shipper.ts';
import { Spool } from './spool.ts';

/**
 * Interval between shipments. A click appears in analytics after about a second; under high load, after three or
 * four. A shorter interval would cost MySQL more.
 */
const shipEveryMs = 1_000;

export type ClicksOptions = {
  config: Pick<Config, 'localDir' | 'redisPrefix' | 'spoolMegabytes'>;
  db: Db;
  /** Commands fail at once while Redis is down. */
  redis: Redis;
  clients: Clients;
  log: Log;
  /** Counts clicks that must be reported before they can be stored. */
  clickLimits?: Pick<SharedClickLimitCounter, 'reported'>;
};

export type Clicks = {
  record: ClickCapture['record'];
  numbers: Numbers;
  /** Writes and sends waiting clicks. Clicks that cannot be stored now are logged, and the next process sends them. */
  close(): Promise<void>;
};

export async function startClicks(options: ClicksOptions): Promise<Clicks> {
  const { config, db, redis, clients, log, clickLimits } = options;
  const { redisPrefix } = config;
  const salts = createSalts({ db, redis, redisPrefix, log });
  await salts.start();
  const directory = path.join(config.localDir, 'spool');
  const spool = new Spool({
    directory,
    maxBytes: config.spoolMegabytes * 2 ** 20,
    keepFreeBytes: keptFreeBytes,
    log,
  });
  const capture = createClickCapture({
    spool,
    salts,
    clients,
    log,
  });
  const shipper = new Shipper({
    spool,
    db,
    redis,
    redisPrefix,
    log,
    everyMs: shipEveryMs,
    ...(clickLimits ? { beforeSending: clickLimits.reported } : {}),
  });
  return {
    record: capture.record,
    numbers: {
      clicks_recorded: { help: 'Clicks recorded since the start.', value: () => capture.counts().recorded },
      clicks_lost: {
        help: 'Clicks lost since the start because spool and memory were full.',
        value: () => capture.counts().lost,
      },
      spool_bytes: { help: 'Bytes of clicks on disk.', value: () => spool.state().bytes },
      spool_segments: { help: 'Segments of clicks not yet sent.', value: () => spool.state().segments },
      clicks_oldest_seconds: {
        help: 'Age of the oldest click on disk that is not stored yet; 0 without one.',
        value: () => (Date.now() - (spool.oldestSince() ?? Date.now())) / 1_000,
      },
      click_batches_under_way: {
        help: 'Segments of clicks that were sent and are not stored yet.',
        value: () => shipper.inTransit(),
      },
    },
    async close() {
      capture.close();
      await shipper.close();
      const { bytes, segments } = spool.state();
      const left = { segments: segments + shipper.inTransit(), bytes, adopt: `waypost links spool adopt ${directory}` };
      if (bytes > 0)
        log.warn(left, 'clicks are left on this disk: the next start here stores them, or another machine');
      await spool.close();
      salts.stop();
    },
  };
}
