/**
 * Keeps a process's lists equal to those in MySQL: versions are looked at within a second, and what changed is read part
 * by part and then swapped in whole. While MySQL is away, or a list cannot be read, the last good ones stay.
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

const lookEveryMs = 1_000;
/** A process that starts does not wait longer for the lists. */
const firstLookMs = 5_000;

export type WatchedLists = {
  lists: ThreatLists;
  /** Resolves once everything committed before the call is in use. @throws when it cannot be read. */
  catchUp(): Promise<void>;
  numbers: Numbers;
  stop(): Promise<void>;
};

/** Resolves when the lists are in use, or could not be read the first time. */
export async function watchLists(db: Db, log: Log, news?: News): Promise<WatchedLists> {
  const lists = createThreatLists();
  const versions = new Map<string, number>();

  async function look(): Promise<void> {
    const present = await listVersions(db);
    for (const { name, version, entries } of present) {
      if (versions.get(name) === version) continue;
      if (name === ownList) lists.replaceRules(await readRules(db));
      else lists.replaceList(name, await readSet(db, name, version, entries));
      versions.set(name, version);
    }
    for (const name of versions.keys()) {
      if (present.some((list) => list.name === name)) continue;
      lists.removeList(name);
      versions.delete(name);
    }
  }

  const follow = async () => {
    await look();
    return true;
  };
  const { ask, stop } = repeat(log, 'follow the threat lists', lookEveryMs, { work: follow, news });
  await Promise.race([ask(), sleep(firstLookMs, undefined, { ref: false })]);
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

/** @throws when the version was replaced while it was read. */
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
