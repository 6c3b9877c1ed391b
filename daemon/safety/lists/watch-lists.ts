/**
 * The watcher that keeps a process's threat lists in sync with MySQL. It finds new versions within a second,
 * reads them in parts, and replaces a list as a whole. While MySQL is down or a list cannot be read, the last good
 * lists stay in use.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { News } from '../../../shared/jobs/pulse.ts';
import { repeat } from '../../../shared/jobs/repeat.ts';
import type { Log } from '../../../shared/log/log.ts';
import type { Numbers } from '../../../shared/process/metrics.ts';
import type { Db } from '../../core/tables.ts';
import { createBuilder, noPrefixes, type PrefixSet } from './prefix-set.ts';
import { findPart, listVersions } from './queries.ts';
import { readRules } from './rule-queries.ts';
import { createThreatLists, ownList, type ThreatLists } from './threat-lists.ts';

const pollEveryMs = 1_000;
/** Maximum time for which a starting process waits for the lists. */
const firstReadMs = 5_000;

export type WatchedLists = {
  lists: ThreatLists;
  /** Resolves once everything committed before the call is in use. @throws if it cannot be read */
  catchUp(): Promise<void>;
  numbers: Numbers;
  stop(): Promise<void>;
};

/** Starts the sync. Resolves once the lists are in use, or the first read failed or took too long. */
export async function watchLists(db: Db, log: Log, news?: News): Promise<WatchedLists> {
  const lists = createThreatLists();
  const versions = new Map<string, number>();

  async function update(): Promise<void> {
    const stored = await listVersions(db);
    for (const { name, version, entries } of stored) {
      if (versions.get(name) === version) continue;
      if (name === ownList) lists.replaceRules(await readRules(db));
      else lists.replaceList(name, await readSet(db, name, version, entries));
      versions.set(name, version);
    }
    for (const name of versions.keys()) {
      if (stored.some((list) => list.name === name)) continue;
      lists.removeList(name);
      versions.delete(name);
    }
  }

  const follow = async () => {
    await update();
    return true;
  };
  const { ask, stop } = repeat(log, 'follow the threat lists', pollEveryMs, { work: follow, news });
  await Promise.race([ask(), sleep(firstReadMs, undefined, { ref: false })]);
  return {
    lists,
    async catchUp() {
      if (!(await ask())) throw new Error('the threat lists could not be read');
    },
    numbers: {
      threat_list_entries: { help: 'Entries of the threat lists in use.', value: () => lists.numbers().entries },
      threat_list_bytes: { help: 'Bytes of the threat lists in use.', value: () => lists.numbers().bytes },
    },
    stop,
  };
}

/** Reads a version of a list. @throws if the version was replaced during the read */
async function readSet(db: Db, name: string, version: number, entries: number): Promise<PrefixSet> {
  if (entries === 0) return noPrefixes;
  const builder = createBuilder(entries);
  for (let part = 0; ; part++) {
    const data = await findPart(db, name, version, { content: 'all', part });
    if (!data) return builder.build();
    builder.add(data);
    await nextTurn();
  }
}
