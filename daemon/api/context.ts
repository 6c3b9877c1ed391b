/**
 * What the daemon's routes work with: the stores and settings, and what the process keeps at hand, opened once by
 * `daemon.ts`. What belongs to a room above this one stands here as an interface.
 */

import type { Health } from '../../shared/check/keep-checks.ts';
import type { Config } from '../../shared/config/config.ts';
import type { Factors } from '../../shared/factors/factors.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Log } from '../../shared/log/log.ts';
import { networkOf } from '../../shared/net/address.ts';
import { toDevice } from '../../shared/net/device.ts';
import type { FirstVisitCodes } from '../../shared/secrets/first-visit-codes.ts';
import type { KeyedHash } from '../../shared/secrets/installation-secret.ts';
import type { Secrets } from '../../shared/webhooks/secrets.ts';
import type { Db } from '../core/tables.ts';
import type { Access, Hold } from '../identity/access.ts';
import type { SessionCookie } from '../identity/session-cookie.ts';
import type { Openings } from '../redirect/core/openings.ts';
import type { RecordRow } from '../redirect/map/rows.ts';
import type { RateLimits } from './rate-limits.ts';
import type { TryLimits } from './try-limits.ts';

export type Context = {
  config: Config;
  db: Db;
  log: Log;
  /** Who calls. */
  access: Access;
  /** Who calls from the dashboard. */
  cookie: SessionCookie;
  limits: RateLimits;
  /** How often passwords may be tried, and links reported. */
  tries: TryLimits;
  /** Stands for an address of a person or machine where the address itself must not. */
  keyedHash: KeyedHash;
  /** The codes by which the first person is known, while nobody has an account. */
  firstVisits: FirstVisitCodes;
  /** Who sent a request, behind trusted proxies too. */
  addressOf: (request: HttpRequest) => string;
  /** The short domain a host is: 0 the default one, a custom domain's id, or -1. */
  findDomain: (host: string) => number;
  clickStream: ClickStream;
  clickScanner: ClickScanner;
  safety: Safety;
  /** The health of the installation, at most 30 seconds old. */
  health: () => Promise<Health>;
  /** Second factors: what people show besides their password. */
  factors: Factors;
  /** What webhooks sign with, as it is stored. */
  webhookSecrets: Secrets;
  /** By which links are opened without a click. */
  openings: Openings;
  /** The addresses that share statistics, as they are stored. */
  shareSecrets: Secrets;
  /**
   * Tells this process and the others that the change feed has news. Call it after the commit. The rows of new links are handed
   * to them, so that they know the links though they cannot read MySQL.
   */
  announceChanges: (made?: RecordRow[]) => void;
};

/** Who wants a password hashed or checked, and whether they still wait for it. */
export const askerOf = ({ addressOf }: Pick<Context, 'addressOf'>, request: HttpRequest) => ({
  from: networkOf(addressOf(request)),
  signal: request.signal,
});

/** What a request was sent from, as much of it as a session keeps. */
export const deviceOf = ({ addressOf }: Pick<Context, 'addressOf'>, request: HttpRequest) =>
  toDevice(addressOf(request), request.headers['user-agent']);

/** Clicks as they are recorded. */
export type ClickStream = {
  /** Server-Sent Events of a workspace while the watcher may see them; undefined when there are too many watchers. */
  watch(workspaceId: number, hold: () => Hold): AsyncGenerator<string> | undefined;
  /** A workspace's clicks of each of the last minutes, the present one last; `minute` is its beginning, ms since 1970. */
  recent(workspaceId: number, now: number): Promise<{ minute: number; clicks: number }[]>;
};

/** Clicks that are read one by one; without `linkIds` those of all links. Filters are values as breakdowns have them. */
export type ClickQuestion = {
  workspaceId: number;
  linkIds: number[] | undefined;
  /** ms since 1970; `to` is not included. */
  times: { from: number; to: number };
  filters: { dimension: number; id: number }[];
  /** How many of the most clicked links are told. */
  topLinks: number;
};

/** By hour, or by link. */
type ClickSums = Map<number, { clicks: number; uniqueClicks: number }>;

/** What was found; `tooMany`: nothing was counted, because there are more clicks than that. */
export type FoundClicks =
  | {
      clicks: number;
      uniqueClicks: number;
      botClicks: number;
      /** ms since 1970. */
      lastClickAt: number | undefined;
      /** As many values as are shown. */
      breakdown: Map<number, [clicks: number, uniqueClicks: number]>[];
      ofHours: ClickSums;
      /** Of the most clicked ones, and those clicked as often as the last of them. */
      byLink: ClickSums;
    }
  | { tooMany: number };

export type ClickScanner = {
  /** @throws the signal's reason on abort, `unavailable` when the reading ended */
  scan(question: ClickQuestion, signal: AbortSignal): Promise<FoundClicks>;
};

/** A URL that a link or a domain is to hold, and the field it is in, such as `geo.DE`. */
export type Destination = {
  field: string;
  url: string;
  /** `app`: it may have an app's own scheme. `image`: no visitor is sent there, but programs that show the link fetch it. */
  kind?: 'app' | 'image';
};

/** Which destinations links may have. */
export type Safety = {
  /**
   * Checks what a body sets, in its order; what providers do not tell by `deadline` (default: soon) is found by the scan that follows.
   * @throws `unsafe_url`
   */
  check(destinations: Destination[], deadline?: number): Promise<void>;
  /** Asks providers about several bodies at once, so that checking each is quick. Returns the deadline for all of them. */
  prepare(bodies: Destination[][]): number;
};
