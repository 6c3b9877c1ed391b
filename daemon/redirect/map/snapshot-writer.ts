/**
 * The times at which the snapshot is written: right after the first load, so that a killed process can restart without
 * MySQL; after every later load, because the file is outdated; when the map has grown a lot; and every
 * SNAPSHOT_MINUTES. Writing takes at most a twentieth of the time.
 */
import type { Log } from '../../../shared/log/log.ts';
import type { Numbers } from '../../../shared/process/metrics.ts';
import type { Hosts } from './hosts.ts';
import { type Snapshot, writeSnapshot } from './snapshot.ts';
import type { CurrentMap, Sync } from './sync.ts';

export type SnapshotWriter = {
  write(): Promise<void>;
  /** Writes a snapshot if it is due. */
  writeIfDue(): Promise<void>;
  numbers: Numbers;
};

export type SnapshotWriterOptions = {
  file: string;
  /** The interval between snapshots. With 0, snapshots are written only on calls of `write`. */
  everyMs: number;
  log: Log;
  current: CurrentMap;
  hosts: Hosts;
  sync: Pick<Sync, 'position' | 'state'>;
  /** The snapshot that the map was read from. */
  snapshot: Snapshot | undefined;
};

const muchLinks = 100_000;
const muchShare = 0.25;
const pausesAWrite = 20;

export function createSnapshotWriter(options: SnapshotWriterOptions): SnapshotWriter {
  const { file, everyMs, log, current, hosts, sync, snapshot } = options;
  const written = { at: snapshot?.takenAt.getTime() ?? 0, links: snapshot?.map.size ?? 0, loads: 0 };
  let endedAt = 0;
  let tookMs = 0;

  async function write(): Promise<void> {
    const position = sync.position();
    if (!position) return;
    const startedAt = Date.now();
    Object.assign(written, { at: startedAt, links: current.map.size, loads: sync.state().reloads });
    try {
      const bytes = await writeSnapshot(file, current.map, position, hosts.list());
      log.info({ bytes, ms: Date.now() - startedAt }, 'snapshot written');
    } finally {
      endedAt = Date.now();
      tookMs = endedAt - startedAt;
    }
  }

  function isDue(): boolean {
    const now = Date.now();
    if (now - endedAt < tookMs * pausesAWrite) return false;
    if (sync.state().reloads > written.loads || now - written.at > everyMs) return true;
    const grown = current.map.size - written.links;
    return grown >= muchLinks || grown > written.links * muchShare;
  }

  return {
    write,
    writeIfDue: async () => {
      if (everyMs > 0 && isDue()) await write();
    },
    numbers: {
      snapshot_age_seconds: {
        help: 'Seconds since the last snapshot.',
        value: () => (Date.now() - written.at) / 1_000,
      },
    },
  };
}
