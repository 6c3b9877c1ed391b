/** Counts of requests for unknown paths in this process, stored every minute. */
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import { agentOf } from '../clicks/core/agent.ts';
import type { Db } from '../core/tables.ts';
import { UnknownPaths } from '../redirect/unknown-paths.ts';
import { addUnknownPaths } from './unknown-queries.ts';

const storeEveryMs = 60_000;
/** Maximum length of a checked user agent. Bots' names are near the start, and long texts take long. */
const longestAgent = 300;

export const isBot = (userAgent: string) => agentOf(userAgent.slice(0, longestAgent)).bot;

/** Starts counting. The counts of a minute in which MySQL is down are lost. */
export function openUnknownPaths(db: Db, log: Log) {
  const paths = new UnknownPaths(isBot);
  const storing = repeat(log, 'store unknown paths', storeEveryMs, {
    work: () => addUnknownPaths(db, paths.take(), new Date()),
  });
  return {
    paths,
    async close() {
      await storing.ask();
      await storing.stop();
    },
  };
}
