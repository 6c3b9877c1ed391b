/**
 * A cache of sessions' owners, so that a screen with many requests costs one lookup. An entry lasts a second. After
 * that, an ended session or a changed role takes effect in every process.
 */
import type { Kysely } from 'kysely';
import type { Config } from '../../../../../shared/config/config.ts';
import { inTransaction } from '../../../../../shared/db/db.ts';
import type { Log } from '../../../../../shared/log/log.ts';
import type { Language } from '../../../../../shared/pages/language.ts';
import { findCallerOfSite } from '../../../../../shared/people/contact-role-queries.ts';
import { needsFactor } from '../../../../../shared/people/factors/factors.ts';
import { deleteSessionRow, looksLikeSessionToken, touchSession } from '../../../../../shared/people/session-queries.ts';
import type { PeopleTables } from '../../../../../shared/people/tables.ts';
import type { User } from '../../../../host/core/route.ts';
import type { Db } from '../../core/tables.ts';
import * as wordPressSessions from '../../wordpress/session-queries.ts';
import type { WordPress } from '../../wordpress/users.ts';

/** The signed-in user of a Waypost or WordPress session. */
export type Owner = User & { type: 'user' | 'wordpress'; email: string; sessionId: number; language: Language | null };

export type KnownSessions = {
  /** Finds the owner of the session with this token, up to a second old; undefined if the session has ended. */
  find(token: string): Promise<Owner | undefined>;
  /** Finds the owner as `find` does, but with the language and role of this moment. */
  findNow(token: string): Promise<Owner | undefined>;
  /** Ends the session, in both applications. */
  end(owner: Owner): Promise<void>;
  /** Clears the cache after a change. */
  forget(): void;
};

const cachedMs = 1_000;
const mostCached = 1_000;
const useRecordedMs = 60_000;
const dayMs = 86_400_000;

type Tools = {
  db: Db;
  log: Log;
  config: Config;
  wordPress: WordPress;
  people: Kysely<PeopleTables>;
  siteId: () => Promise<number>;
};

export function createKnownSessions({ db, log, config, wordPress, people, siteId }: Tools): KnownSessions {
  const cache = new Map<string, { owner: Owner | undefined; until: number }>();
  const recordedAt = new Map<string, number>();
  const lastsMs = config.sessionDays * dayMs;

  function recordUse({ type, sessionId: id }: Owner, now: number): void {
    const key = `${type} ${id}`;
    if ((recordedAt.get(key) ?? 0) > now - useRecordedMs) return;
    if (recordedAt.size >= mostCached) recordedAt.clear();
    recordedAt.set(key, now);
    const recorded =
      type === 'user'
        ? touchSession(people, id, lastsMs, new Date(now))
        : wordPressSessions.touchSession(db, id, { now: new Date(now), expiresAt: new Date(now + lastsMs) });
    Promise.resolve(recorded).catch((err) => log.warn({ err }, 'the last use of a session could not be recorded'));
  }

  /**
   * Finds a Waypost user. If a second factor is required, a session without one has no access. The user sets it up in
   * the dashboard.
   */
  async function findUser(token: string, now: Date): Promise<Owner | undefined> {
    const found = await findCallerOfSite(people, await siteId(), token, now);
    if (!found || needsFactor(config, found.begunBy)) return undefined;
    const { id, name, email, role, sessionId, language } = found;
    return { type: 'user', id, name, email, role, sessionId, language };
  }

  /** Finds a WordPress user with the current role and language. A changed password ends the session. */
  async function findWordPressUser(token: string, now: Date): Promise<Owner | undefined> {
    const session = config.requireSecondFactor ? undefined : await wordPressSessions.findSession(db, token, now);
    const user = session && (await wordPress.findUser(session.wpUserId));
    if (!session || !user) return undefined;
    const { id, name, email, role, language, password } = user;
    if (!session.password.equals(password)) {
      await wordPressSessions.deleteSession(db, session.id);
      return undefined;
    }
    return role && { type: 'wordpress', id, name, email, role, sessionId: session.id, language };
  }

  async function lookUp(token: string, now: Date): Promise<Owner | undefined> {
    if (looksLikeSessionToken(token)) return findUser(token, now);
    return wordPressSessions.looksLikeWordPressToken(token) ? findWordPressUser(token, now) : undefined;
  }

  async function findNow(token: string): Promise<Owner | undefined> {
    const now = Date.now();
    const owner = await lookUp(token, new Date(now));
    if (cache.size >= mostCached) cache.clear();
    cache.set(token, { owner, until: now + cachedMs });
    if (owner) recordUse(owner, now);
    return owner;
  }

  return {
    async find(token) {
      const cached = cache.get(token);
      return cached && cached.until > Date.now() ? cached.owner : findNow(token);
    },
    findNow,
    async end({ type, id, sessionId }) {
      if (type === 'user') await inTransaction(people, (trx) => deleteSessionRow(trx, id, sessionId));
      else await wordPressSessions.deleteSession(db, sessionId);
      cache.clear();
    },
    forget: () => cache.clear(),
  };
}
