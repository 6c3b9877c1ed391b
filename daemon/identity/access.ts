/**
 * The identification of callers without a query for each request. Credentials are cached until the change feed
 * reports a change. While the feed cannot be read, the cache is not used.
 */
import { looksLikeId } from '../../shared/db/public-ids.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Log } from '../../shared/log/log.ts';
import { looksLikeSessionToken } from '../../shared/people/session-queries.ts';
import { hashSecret } from '../../shared/secrets/secrets.ts';
import type { AccessChange } from '../change-feed/changes.ts';
import type { Db } from '../core/tables.ts';
import { type Auth, type Credential, isUseDue, noWorkspace } from './auth.ts';
import { findAuthByKey, findAuthBySession, recordUse } from './auth-queries.ts';
import { looksLikeApiKey } from './secrets.ts';

/** Maximum age of the last complete read of the feed. */
const trustMs = 1_000;
/**
 * Maximum age of a cached credential. After this time, even changes outside the feed take effect, such as a manually
 * edited row.
 */
const rememberedMs = 60_000;
const rememberedAtMost = 20_000;
/** The maximum delay of a timer, in ms. */
const longestTimerMs = 2 ** 31 - 1;

/** The reason for a refusal: no valid credential, an expired one, or no membership in the workspace. */
export type Refusal = 'unknown' | 'expired' | 'not-a-member';

/** Watched access. `lost` aborts when the caller loses access; `release` stops watching. */
export type Hold = { lost: AbortSignal; release(): void };

export type AccessOptions = {
  db: Db;
  log: Log;
  sessionDays: number;
  /** Returns the Unix time in ms up to which this process knows every committed change. */
  knownUntil: () => number;
};

export const bearerToken = ({ headers }: Pick<HttpRequest, 'headers'>) =>
  /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';

export class Access {
  readonly #options: AccessOptions;
  readonly #sessionMs: number;
  readonly #remembered = new Map<string, Credential & { since: number }>();
  readonly #listeners = new Set<(changes: AccessChange[] | 'all') => void>();
  #forgotten = 0;

  constructor(options: AccessOptions) {
    this.#options = options;
    this.#sessionMs = options.sessionDays * 86_400_000;
  }

  async authenticate(request: Pick<HttpRequest, 'headers'>): Promise<Auth | Refusal> {
    const token = bearerToken(request);
    const isKey = looksLikeApiKey(token);
    if (!isKey && !looksLikeSessionToken(token)) return 'unknown';
    const now = Date.now();
    const workspace = isKey ? undefined : request.headers['x-workspace-id'] || undefined;
    if (workspace !== undefined && !looksLikeId('ws', workspace)) return 'not-a-member';
    const found = await this.#find(hashSecret(token), isKey, workspace, now);
    if (typeof found === 'string') return found;
    if (isUseDue(found, now)) {
      found.writtenAt = now;
      recordUse(this.#options.db, found, this.#sessionMs, new Date(now)).catch((err) =>
        this.#options.log.warn({ err }, 'the last use of a credential could not be recorded'),
      );
    }
    return found.auth;
  }

  /**
   * Drops cached credentials. Call it after the commit of an access change, so that it applies in this process at once.
   * Other processes learn of it from the feed.
   */
  forget = (changes: AccessChange[] | 'all'): void => {
    this.#forgotten++;
    for (const [id, { auth }] of this.#remembered) {
      if (changes === 'all' || changes.some((change) => concerns(change, auth))) this.#remembered.delete(id);
    }
    for (const listener of this.#listeners) listener(changes);
  };

  /** Watches a caller's access during a streamed answer. */
  hold(request: Pick<HttpRequest, 'headers'>, auth: Auth): Hold {
    const losing = new AbortController();
    const listener = (changes: AccessChange[] | 'all') => {
      if (changes !== 'all' && !changes.some((change) => concerns(change, auth))) return;
      this.authenticate(request).then(
        (now) => !hasStillAccess(now, auth) && losing.abort(),
        // An unreachable store revokes no access.
        () => {},
      );
    };
    this.#listeners.add(listener);
    const end = setTimeout(
      () => losing.abort(),
      Math.min((auth.endsAt ?? Number.POSITIVE_INFINITY) - Date.now(), longestTimerMs),
    );
    end.unref();
    return {
      lost: losing.signal,
      release: () => {
        clearTimeout(end);
        this.#listeners.delete(listener);
      },
    };
  }

  async #find(hash: Buffer, isKey: boolean, workspace: string | undefined, now: number): Promise<Credential | Refusal> {
    const id = `${hash.toString('latin1')}${workspace ?? ''}`;
    const known = this.#remembered.get(id);
    const isExpired = now >= (known?.auth.endsAt ?? Number.POSITIVE_INFINITY);
    if (known && !isExpired && now - known.since < rememberedMs && now - this.#options.knownUntil() < trustMs)
      return known;
    const before = this.#forgotten;
    const found = await (isKey
      ? findAuthByKey(this.#options.db, hash, now)
      : findAuthBySession(this.#options.db, hash, workspace, { sessionMs: this.#sessionMs, now }));
    if (typeof found === 'string') return found;
    // Results that may be older than a change are not cached. Neither are users without a workspace, because the feed
    // does not report their first workspace.
    if (before === this.#forgotten && found.auth.workspaceId !== noWorkspace) this.#remember(id, found, now);
    return found;
  }

  #remember(id: string, found: Credential, since: number): void {
    const remembered = this.#remembered;
    if (remembered.size >= rememberedAtMost) remembered.delete(remembered.keys().next().value as string);
    remembered.set(id, { ...found, since });
  }
}

const hasStillAccess = (now: Auth | Refusal, { workspaceId }: Auth) =>
  typeof now !== 'string' && !now.suspension && now.workspaceId === workspaceId;

const concerns = (change: AccessChange, { workspaceId, userId }: Pick<Auth, 'workspaceId' | 'userId'>) =>
  'userId' in change ? change.userId === userId : change.workspaceId === workspaceId;
