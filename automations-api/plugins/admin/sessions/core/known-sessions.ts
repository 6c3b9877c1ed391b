/**
 * Finds a session's person and caches them for a second, so that a screen with many requests costs one lookup. A session
 * that ends, or a person whose role changes, takes effect in every process within that second.
 */
import type { Kysely } from 'kysely';
import type { Config } from '../../../../../shared/config/config.ts';
import { inTransaction } from '../../../../../shared/db/db.ts';
import type { Log } from '../../../../../shared/log/log.ts';
import { findCallerOfSite } from '../../../../../shared/people/contact-role-queries.ts';
import { needsFactor } from '../../../../../shared/people/factors/factors.ts';
import { deleteSessionRow, looksLikeSessionToken, touchSession } from '../../../../../shared/people/session-queries.ts';
import type { PeopleTables } from '../../../../../shared/people/tables.ts';
import type { User } from '../../../../host/core/route.ts';
import type { Db } from '../../core/tables.ts';
import * as wordPressSessions from '../../wordpress/session-queries.ts';
import type { WordPress } from '../../wordpress/users.ts';

/** A person who is signed in: a user of the store, or someone of WordPress. */
export type Owner = User & { type: 'user' | 'wordpress'; email: string; sessionId: number };

export type KnownSessions = {
  /** Undefined when it is over. */
  find(token: string): Promise<Owner | undefined>;
  /** Ends it, in both applications. */
  end(owner: Owner): Promise<void>;
  /** Looks again at the next request: something was changed here. */
  forget(): void;
};

const believedMs = 1_000;
const mostBelieved = 1_000;
const useNotedMs = 60_000;
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
  const believed = new Map<string, { owner: Owner | undefined; until: number }>();
  const notedAt = new Map<string, number>();
  const lastsMs = config.sessionDays * dayMs;

  function noteUse({ type, sessionId: id }: Owner, now: number): void {
    const key = `${type} ${id}`;
    if ((notedAt.get(key) ?? 0) > now - useNotedMs) return;
    if (notedAt.size >= mostBelieved) notedAt.clear();
    notedAt.set(key, now);
    const noted =
      type === 'user'
        ? touchSession(people, id, lastsMs, new Date(now))
        : wordPressSessions.touchSession(db, id, { now: new Date(now), expiresAt: new Date(now + lastsMs) });
    Promise.resolve(noted).catch((err) => log.warn({ err }, 'the last use of a session could not be recorded'));
  }

  /** Where a second factor is required, a session without one has no access: the dashboard sets one up. */
  async function findUser(token: string, now: Date): Promise<Owner | undefined> {
    const found = await findCallerOfSite(people, await siteId(), token, now);
    if (!found || needsFactor(config, found.begunBy)) return undefined;
    const { id, name, email, role, sessionId } = found;
    return { type: 'user', id, name, email, role, sessionId };
  }

  /** The role is what WordPress says now, and the session ends with the password. */
  async function findWordPressUser(token: string, now: Date): Promise<Owner | undefined> {
    const session = config.requireSecondFactor ? undefined : await wordPressSessions.findSession(db, token, now);
    const user = session && (await wordPress.findUser(session.wpUserId));
    if (!session || !user) return undefined;
    const { id, name, email, role, password } = user;
    if (!session.password.equals(password)) {
      await wordPressSessions.deleteSession(db, session.id);
      return undefined;
    }
    return role && { type: 'wordpress', id, name, email, role, sessionId: session.id };
  }

  async function look(token: string, now: Date): Promise<Owner | undefined> {
    if (looksLikeSessionToken(token)) return findUser(token, now);
    return wordPressSessions.looksLikeWordPressToken(token) ? findWordPressUser(token, now) : undefined;
  }

  return {
    async find(token) {
      const now = Date.now();
      const kept = believed.get(token);
      if (kept && kept.until > now) return kept.owner;
      const owner = await look(token, new Date(now));
      if (believed.size >= mostBelieved) believed.clear();
      believed.set(token, { owner, until: now + believedMs });
      if (owner) noteUse(owner, now);
      return owner;
    },
    async end({ type, id, sessionId }) {
      if (type === 'user') await inTransaction(people, (trx) => deleteSessionRow(trx, id, sessionId));
      else await wordPressSessions.deleteSession(db, sessionId);
      believed.clear();
    },
    forget: () => believed.clear(),
  };
}
