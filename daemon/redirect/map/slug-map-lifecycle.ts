/** A process's slug map: loaded from the snapshot or MySQL, kept up to date, verified, and written to a snapshot. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../../shared/config/config.ts';
import { repeat } from '../../../shared/jobs/repeat.ts';
import type { Log } from '../../../shared/log/log.ts';
import type { Numbers } from '../../../shared/process/metrics.ts';
import type { Db } from '../../core/tables.ts';
import { createHosts, type Hosts } from './hosts.ts';
import { SlugMap } from './slug-map.ts';
import { readSnapshot } from './snapshot.ts';
import { createSnapshotWriter } from './snapshot-writer.ts';
import { type CurrentMap, Sync, type SyncOptions } from './sync.ts';
import { recheckAfterLoads } from './verify-after-load.ts';
import { verifyMap } from './verify-map.ts';

export const snapshotFile = ({ localDir }: Pick<Config, 'localDir'>) => path.join(localDir, 'slug-map.snapshot');

export type SlugMapLifecycle = {
  current: CurrentMap;
  hosts: Hosts;
  sync: Sync;
  numbers: Numbers;
  /** Returns the fault of the map for `/readyz`, if there is one. */
  fault(): string | undefined;
  /**
   * Returns a reason to take no requests yet: changes since the snapshot are not read, even though MySQL answers
   * `ping`.
   */
  isBehind(ping: () => Promise<unknown>): Promise<string | undefined>;
  stop(): Promise<void>;
};

const staleAfterMs = 10_000;
const recheckEveryMs = 5_000;
const snapshotCheckMs = 5_000;
/** Time in which MySQL must answer, less than the timeout of a probe. */
const mysqlAnswersMs = 500;

export type SlugMapOptions = {
  config: Config;
  db: Db;
  log: Log;
  /** True for one process of each machine. This process writes the snapshot. */
  writes: boolean;
  onAccessChange?: SyncOptions['onAccessChange'];
  pulse?: SyncOptions['pulse'];
};

/** Resolves when redirects can be served: at once with a snapshot, otherwise after the first full load. */
export async function openSlugMap(options: SlugMapOptions): Promise<SlugMapLifecycle> {
  const { config, db, log, writes, onAccessChange, pulse } = options;
  const file = snapshotFile(config);
  const snapshot = await readSnapshot(file).catch((err) => {
    log.error({ err, file }, 'the snapshot was refused; loading all links from MySQL');
    return undefined;
  });
  const hosts = createHosts(config.defaultShortDomain);
  const current: CurrentMap = { map: snapshot?.map ?? new SlugMap() };
  const { syncEveryMs: everyMs, feedGapSeconds: gapSeconds } = config;
  const sync = new Sync({
    db,
    current,
    hosts,
    log,
    everyMs,
    gapSeconds,
    pulse,
    ...(onAccessChange ? { onAccessChange } : {}),
  });
  if (snapshot) {
    hosts.replace(snapshot.domains);
    log.info({ links: snapshot.map.size, takenAt: snapshot.takenAt }, 'links loaded from the snapshot');
  }
  sync.start(snapshot?.position);
  if (!snapshot) await sync.caughtUp;

  const snapshotEveryMs = config.snapshotMinutes * 60_000;
  const snapshots = createSnapshotWriter({ file, everyMs: snapshotEveryMs, log, current, hosts, sync, snapshot });
  if (writes && !snapshot)
    await snapshots.write().catch((err) => log.error({ err, file }, 'the snapshot could not be written'));
  const verifications = createVerifications(options, current, sync);
  const recheck = recheckAfterLoads(sync, verifications.runAfterLoad, snapshot?.isComplete === false);
  const repeated = [
    repeat(log, 'verify the slug map', config.verifyMinutes * 60_000, { work: verifications.run }),
    repeat(log, 'verify the slug map after a load', recheckEveryMs, { work: recheck }),
    repeat(log, 'snapshot', writes ? snapshotCheckMs : 0, { work: snapshots.writeIfDue }),
  ];
  return {
    current,
    hosts,
    sync,
    numbers: { ...numbersOf(current, sync), ...snapshots.numbers, ...verifications.numbers },
    fault: () => faultOf(sync),
    async isBehind(ping) {
      if (sync.state().lastReadAt > 0) return undefined;
      const answers = await Promise.race([ping().then(() => true), sleep(mysqlAnswersMs, false, { ref: false })]).catch(
        () => false,
      );
      return answers ? faultOf(sync) : undefined;
    },
    async stop() {
      await Promise.all(repeated.map(({ stop }) => stop()));
      await sync.stop();
      if (writes) await snapshots.write();
    },
  };
}

function createVerifications({ db, log }: SlugMapOptions, current: CurrentMap, sync: Sync) {
  let found = 0;
  const verify = () => verifyMap(db, current, sync);
  return {
    async run(): Promise<void> {
      const { links, differing } = await verify();
      found += differing;
      if (differing > 0) log.error({ links, differing }, 'the slug map differed from MySQL and was repaired');
      else log.info({ links }, 'the slug map matches MySQL');
    },
    /**
     * Compares the map with MySQL. After a load during a restore, or a snapshot of another release, the map can differ
     * even if the feed has no fault.
     */
    async runAfterLoad(): Promise<void> {
      const { links, differing } = await verify();
      log.info({ links, differing }, 'the slug map was compared with MySQL after a load');
    },
    numbers: {
      slug_map_differences: {
        help: 'Links that differed from MySQL since the start, except those repaired after a load of all links.',
        value: () => found,
      },
    },
  };
}

const numbersOf = (current: CurrentMap, sync: Sync): Numbers => ({
  links: { help: 'Links in the slug map.', value: () => current.map.size },
  slug_map_bytes: { help: 'Bytes of the slug map.', value: () => current.map.memory().bytes },
  feed_age_seconds: {
    help: 'Seconds since this process last had every change.',
    value: () => (Date.now() - sync.state().lastKnownAt) / 1_000,
  },
  feed_changes: { help: 'Changes read from the feed since the start.', value: () => sync.state().changes },
  feed_gaps: { help: 'Missing change ids that this process still waits for.', value: () => sync.state().gaps },
  slug_map_loads: { help: 'Full loads of the slug map since the start.', value: () => sync.state().reloads },
});

function faultOf(sync: Sync): string | undefined {
  const { lastKnownAt } = sync.state();
  if (lastKnownAt === 0) return 'serving a snapshot; the change feed has not been read yet';
  const behindMs = Date.now() - lastKnownAt;
  return behindMs > staleAfterMs ? `the change feed was last read ${Math.round(behindMs / 1_000)} s ago` : undefined;
}
