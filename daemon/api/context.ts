/** What the daemon's routes work with: the stores and settings, opened once by the entry. */
import type { Config } from '../../shared/config.ts';
import type { Db } from '../../shared/db.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Log } from '../../shared/log.ts';
import type { Access } from '../identity/access.ts';
import type { Safety } from '../safety/safety.ts';
import type { LiveFeed } from '../stats/click-stream.ts';
import type { RateLimits } from './rate-limits.ts';
import type { TryLimits } from './try-limits.ts';

export type Context = {
  config: Config;
  db: Db;
  log: Log;
  /** Who calls. */
  access: Access;
  limits: RateLimits;
  /** How often passwords may be tried. */
  tries: TryLimits;
  /** Who sent a request, behind trusted proxies too. */
  addressOf: (request: HttpRequest) => string;
  /** Clicks as they are recorded. */
  live: LiveFeed;
  /** Which destinations links may have. */
  safety: Safety;
  /** Tells this process and the others that the change feed has news. Call it after the commit. */
  announceChanges: () => void;
};
