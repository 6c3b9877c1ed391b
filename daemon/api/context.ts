/**
 * The environment of the daemon's routes: stores, settings and the process's caches, opened once by `daemon.ts`. Parts
 * of folders above this one are declared here as interfaces.
 */

import type { Health } from '../../shared/check/keep-checks.ts';
import type { Config } from '../../shared/config/config.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Log } from '../../shared/log/log.ts';
import { networkOf } from '../../shared/net/address.ts';
import { toDevice } from '../../shared/net/device.ts';
import type { Factors } from '../../shared/people/factors/factors.ts';
import type { FirstVisitCodes } from '../../shared/secrets/first-visit-codes.ts';
import type { KeyedHash } from '../../shared/secrets/installation-secret.ts';
import type { Secrets } from '../../shared/webhooks/secrets.ts';
import type { Db } from '../core/tables.ts';
import type { Access, Hold } from '../identity/access.ts';
import type { SessionCookie } from '../identity/session-cookie.ts';
import type { Openings } from '../redirect/core/preview-tokens.ts';
import type { RecordRow } from '../redirect/map/rows.ts';
import type { RateLimits } from './rate-limits.ts';
import type { TryLimits } from './try-limits.ts';

export type Context = {
  config: Config;
  db: Db;
  log: Log;
  /** Identifies callers. */
  access: Access;
  /** Identifies callers from the dashboard. */
  cookie: SessionCookie;
  limits: RateLimits;
  /** Limits on password attempts and link reports. */
  tries: TryLimits;
  /** Replaces emails and internet addresses where they must not be stored. */
  keyedHash: KeyedHash;
  /** Codes that identify the first person while no account exists. */
  firstVisits: FirstVisitCodes;
  /** The sender's address of a request, also behind trusted proxies. */
  addressOf: (request: HttpRequest) => string;
  /** The short domain of a host: 0 the default one, a custom domain's id, or -1. */
  findDomain: (host: string) => number;
  clickStream: ClickStream;
  clickScanner: ClickScanner;
  /** Where a replica is read. */
  laggingReads: LaggingReads | undefined;
  safety: Safety;
  /** The health of the installation, at most 30 seconds old. */
  health: () => Promise<Health>;
  /** Second factors beside the password. */
  factors: Factors;
  /** Encrypts webhooks' signing secrets for storage. */
  webhookSecrets: Secrets;
  /** Opens links without counting a click. */
  openings: Openings;
  /** Encrypts share URLs for storage. */
  shareSecrets: Secrets;
  /**
   * Tells this process and the others that the change feed has news. Call it after the commit. The rows of new links
   * are passed on, so that processes know the links even without MySQL.
   */
  announceChanges: (made?: RecordRow[]) => void;
};

/** The caller who wants a password hashed or checked, and the signal that they left. */
export const askerOf = ({ addressOf }: Pick<Context, 'addressOf'>, request: HttpRequest) => ({
  from: networkOf(addressOf(request)),
  signal: request.signal,
});

/** The part of a request's origin that a session stores. */
export const deviceOf = ({ addressOf }: Pick<Context, 'addressOf'>, request: HttpRequest) =>
  toDevice(addressOf(request), request.headers['user-agent']);

/** Clicks as they are recorded. */
export type ClickStream = {
  /** Server-Sent Events of a workspace while the watcher has access; `undefined` if there are too many watchers. */
  watch(workspaceId: number, hold: () => Hold): AsyncGenerator<string> | undefined;
  /** A workspace's clicks in each of the last minutes, the current one last; `minute` is its start in Unix ms. */
  recent(workspaceId: number, now: number): Promise<{ minute: number; clicks: number }[]>;
};

/** A query over single clicks; without `linkIds` over all links. Filters are breakdown values. */
export type ClickQuestion = {
  workspaceId: number;
  linkIds: number[] | undefined;
  /** Unix ms; `to` is exclusive. */
  times: { from: number; to: number };
  filters: { dimension: number; id: number }[];
  /** Number of most clicked links to return. */
  topLinks: number;
};

/** Sums by hour or by link. */
type ClickSums = Map<number, { clicks: number; uniqueClicks: number }>;

/** The result; `tooMany`: nothing was counted, because there are more clicks than the limit. */
export type FoundClicks =
  | {
      clicks: number;
      uniqueClicks: number;
      botClicks: number;
      /** Unix time in ms. */
      lastClickAt: number | undefined;
      /** At most the shown number of values. */
      breakdown: Map<number, [clicks: number, uniqueClicks: number]>[];
      ofHours: ClickSums;
      /** The most clicked links, and those with as many clicks as the last of them. */
      byLink: ClickSums;
    }
  | { tooMany: number };

export type ClickScanner = {
  /** @throws the signal's reason on abort, `unavailable` if the reading ended */
  scan(question: ClickQuestion, signal: AbortSignal): Promise<FoundClicks>;
};

/** Reads that bear a lag, at a replica. */
export type LaggingReads = {
  /** Notes for all processes that a workspace wrote. Never rejects. */
  wrote(workspaceId: number): Promise<void>;
  /** `undefined`: this workspace's reads go to the writing server. */
  find(workspaceId: number): Promise<Pick<Context, 'db' | 'clickScanner'> | undefined>;
  /** The replica failed a read. */
  failed(): void;
};

/** A URL for a link or a domain, and its field, such as `geo.DE`. */
export type Destination = {
  field: string;
  url: string;
  /**
   * `app`: an app's own scheme is allowed. `image`: fetched by programs that show the link; no visitor is sent there.
   */
  kind?: 'app' | 'image';
};

/** The check of destinations. */
export type Safety = {
  /**
   * Checks the URLs of a body in order; what providers do not report by `deadline` (default: soon) is found by the
   * following scan. @throws `unsafe_url`
   */
  check(destinations: Destination[], deadline?: number): Promise<void>;
  /**
   * Queries providers about several bodies at once, so that checking each is fast. Returns the deadline for all of
   * them.
   */
  prepare(bodies: Destination[][]): number;
};
