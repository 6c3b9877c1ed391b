/** What the daemon's routes work with: the stores and settings, opened once by the entry. */
import type { Config } from '../shared/config.ts';
import type { Db } from '../shared/db.ts';
import type { Log } from '../shared/log.ts';

export type Context = {
  config: Config;
  db: Db;
  log: Log;
  /** Tells this process and the others that the change feed has news. Call it after the commit. */
  announceChanges: () => void;
};
