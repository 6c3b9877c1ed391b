/**
 * The environment of the daemon's routes: stores, settings and the process's caches, opened once by `daemon.ts`. Parts
 * from folders that import this one are declared here as interfaces.
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
  /** Replaces email addresses and IP addresses that must not be stored. */
  keyedHash: KeyedHash;
  /** Codes that identify the first user while no account exists. */
  firstVisits: FirstVisitCodes;
  /** Returns the IP address that sent a request, even behind trusted proxies. */
  addressOf: (request: HttpRequest) => string;
  /** Returns the id of a host's short domain: 0 for the default domain, -1 for a host that is not a short domain. */
  findDomain: (host: string) => number;
  /** Returns the country of an IP address as two capital letters; undefined if it is unknown. */
  countryOf: (address: string) => string | undefined;
  clickStream: ClickStream;
  clickScanner: ClickScanner;
  /** The reads that can use a replica; `undefined` without a replica. */
  laggingReads: LaggingReads | undefined;
  safety: Safety;
  /** The health of the installation, at most 30 seconds old. */
  health: () => Promise<Health>;
  /** Second factors in addition to the password. */
  factors: Factors;
  /** Encrypts webhooks' signing secrets for storage. */
  webhookSecrets: Secrets;
  /** Opens links without counting a click. */
  openings: Openings;
  /** Encrypts share URLs for storage. */
  shareSecrets: Secrets;
  /**
   * Notifies all processes of new entries in the change feed. Call it after the commit. The rows of new links are
   * passed on, so that processes know these links even while MySQL is down.
   */
  announceChanges: (newLinks?: RecordRow[]) => void;
};

/** Returns the caller whose password is hashed or checked, and the signal that aborts when they disconnect. */
export const queueClientOf = ({ addressOf }: Pick<Context, 'addressOf'>, request: HttpRequest) => ({
  from: networkOf(addressOf(request)),
  signal: request.signal,
});

/** Returns the part of a request's origin that is stored with a session. */
export const deviceOf = ({ addressOf }: Pick<Context, 'addressOf'>, request: HttpRequest) =>
  toDevice(addressOf(request), request.headers['user-agent']);

/** A stream of clicks as they are recorded. */
export type ClickStream = {
  /**
   * Streams a workspace's clicks as Server-Sent Events for as long as the watcher has access. Returns `undefined` if
   * there are too many watchers.
   */
  watch(workspaceId: number, hold: () => Hold): AsyncGenerator<string> | undefined;
  /**
   * Returns a workspace's clicks in each of the last minutes, the current one last. `minute` is the minute's start in
   * Unix ms.
   */
  recent(workspaceId: number, now: number): Promise<{ minute: number; clicks: number }[]>;
};

/** A query over single clicks. Without `linkIds` it covers all links. Filters are breakdown values. */
export type ClickQuestion = {
  workspaceId: number;
  linkIds: number[] | undefined;
  /** Unix ms; `to` is exclusive. */
  times: { from: number; to: number };
  filters: { dimension: number; id: number }[];
  /** Number of most clicked links to return. */
  topLinks: number;
};

/** Sums of clicks, keyed by hour or by link. */
type ClickSums = Map<number, { clicks: number; uniqueClicks: number }>;

/** The result of a query. `tooMany`: nothing was counted, because there are more clicks than the limit. */
export type FoundClicks =
  | {
      clicks: number;
      uniqueClicks: number;
      botClicks: number;
      /** Unix time in ms. */
      lastClickAt: number | undefined;
      /** The clicks by value, for each breakdown. A breakdown has at most as many values as are shown. */
      breakdown: Map<number, [clicks: number, uniqueClicks: number]>[];
      ofHours: ClickSums;
      /** The most clicked links, including all that tie with the last one. */
      byLink: ClickSums;
    }
  | { tooMany: number };

export type ClickScanner = {
  /** Runs the query. @throws the signal's reason on abort, `unavailable` if the scan was stopped */
  scan(question: ClickQuestion, signal: AbortSignal): Promise<FoundClicks>;
};

/** Reads from a replica that can lag behind. */
export type LaggingReads = {
  /** Records for all processes that a workspace has just written. Never rejects. */
  wrote(workspaceId: number): Promise<void>;
  /** Finds the database to read from. `undefined` means the primary server. */
  find(workspaceId: number): Promise<Pick<Context, 'db' | 'clickScanner'> | undefined>;
  /** Records that a read from the replica failed. */
  failed(): void;
};

/** A destination URL of a link or a domain, and its field, such as `geo.DE`. */
export type Destination = {
  field: string;
  url: string;
  /**
   * The kind of destination. `app`: apps' custom schemes are allowed. `image`: programs that show the link fetch it,
   * but no visitor is redirected there.
   */
  kind?: 'app' | 'image';
};

/** The safety check for destinations. */
export type Safety = {
  /**
   * Checks a body's URLs in order. Providers must answer by `deadline` (default: soon); a later scan finds the threats
   * that they miss. @throws `unsafe_url`
   */
  check(destinations: Destination[], deadline?: number): Promise<void>;
  /**
   * Queries providers about several bodies at once, so that the check of each body is fast. Returns the deadline for
   * all checks.
   */
  prepare(bodies: Destination[][]): number;
};
