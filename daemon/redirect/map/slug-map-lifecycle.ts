/** The slug map of a process over its life: from the snapshot or MySQL, kept equal, audited, and written down again. */
import path from 'node:path';
import type { Config } from '../../../shared/config.ts';
import type { Db } from '../../../shared/db.ts';
import type { Log } from '../../../shared/log.ts';
import type { Numbers } from '../../../shared/metrics.ts';
import { repeat } from '../../../shared/repeat.ts';
import { createHosts, type Hosts } from './hosts.ts';
import { SlugMap } from './slug-map.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { createSync, type Live, type Sync, type SyncOptions } from './sync.ts';
import { auditMap } from './verify-map.ts';

export const snapshotFile = ({ localDir }: Pick<Config, 'localDir'>) => path.join(localDir, 'slug-map.snapshot');

export type Keeper = {
  live: Live;
  hosts: Hosts;
  sync: Sync;
  numbers: Numbers;
  /** What is wrong with the map, for `/readyz`; undefined when nothing is. */
  fault(): string | undefined;
  stop(): Promise<void>;
};

const staleAfterMs = 10_000;

export type KeeperOptions = {
  config: Config;
  db: Db;
  log: Log;
  /** For one process of each machine: it writes the snapshot. */
  writes: boolean;
  onAccessChange?: SyncOptions['onAccessChange'];
};

/** Resolves as soon as redirects can be served: at once with a snapshot, else after the first whole load. */
export async function startKeeper({ config, db, log, writes, onAccessChange }: KeeperOptions): Promise<Keeper> {
  const file = snapshotFile(config);
  const hosts = createHosts(config.defaultShortDomain);
  const snapshot = await readSnapshot(file).catch((err) => {
    log.error({ err, file }, 'the snapshot was refused; loading all links from MySQL');
    return undefined;
  });
  const live: Live = { map: snapshot?.map ?? new SlugMap() };
  const { syncEveryMs: everyMs, feedGapSeconds: gapSeconds } = config;
  const sync = createSync({ db, live, hosts, log, everyMs, gapSeconds, ...(onAccessChange ? { onAccessChange } : {}) });
  const audits = { done: 0, differing: 0 };
  let snapshotAt = snapshot?.takenAt.getTime() ?? 0;

  async function write(): Promise<void> {
    const position = sync.position();
    if (!position) return;
    const startedAt = Date.now();
    const bytes = await writeSnapshot(file, live.map, position, hosts.list());
    snapshotAt = startedAt;
    log.info({ bytes, ms: Date.now() - startedAt }, 'snapshot written');
  }
  async function audit(): Promise<void> {
    const { links, differing } = await auditMap(db, live, sync);
    audits.done++;
    audits.differing += differing;
    if (differing > 0) log.error({ links, differing }, 'the slug map differed from MySQL and was repaired');
    else log.info({ links }, 'the slug map equals MySQL');
  }

  if (snapshot) {
    hosts.replace(snapshot.domains);
    log.info({ links: snapshot.map.size, takenAt: snapshot.takenAt }, 'links read from the snapshot');
  }
  sync.start(snapshot?.position);
  if (!snapshot) await sync.caughtUp;
  const stopAudit = repeat(log, 'audit', config.auditMinutes * 60_000, audit);
  const stopWriting = repeat(log, 'snapshot', writes ? config.snapshotMinutes * 60_000 : 0, write);

  return {
    live,
    hosts,
    sync,
    numbers: {
      links: { help: 'Links in the slug map.', value: () => live.map.size },
      slug_map_bytes: { help: 'Bytes the slug map holds.', value: () => live.map.memory().bytes },
      feed_age_seconds: {
        help: 'Since the change feed was last read.',
        value: () => (Date.now() - sync.state().lastReadAt) / 1_000,
      },
      feed_changes: { help: 'Changes read from the feed since the start.', value: () => sync.state().changes },
      feed_gaps: { help: 'Missing change ids still looked for.', value: () => sync.state().gaps },
      slug_map_loads: { help: 'Whole loads of the slug map since the start.', value: () => sync.state().reloads },
      slug_map_differences: { help: 'Links found wrong by audits since the start.', value: () => audits.differing },
      snapshot_age_seconds: { help: 'Since the snapshot was taken.', value: () => (Date.now() - snapshotAt) / 1_000 },
    },
    fault() {
      const { lastReadAt } = sync.state();
      if (lastReadAt === 0) return 'serving a snapshot; the change feed was not read yet';
      const behindMs = Date.now() - lastReadAt;
      return behindMs > staleAfterMs
        ? `the change feed was last read ${Math.round(behindMs / 1_000)} s ago`
        : undefined;
    },
    async stop() {
      await Promise.all([stopAudit(), stopWriting()]);
      await sync.stop();
      if (writes) await write();
    },
  };
}
