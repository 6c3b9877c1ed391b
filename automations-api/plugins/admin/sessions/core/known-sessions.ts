/**
 * Finds a session's owner and caches it for a second, so that a screen with many requests costs one lookup. A session that ends,
 * or an owner whose role changes, takes effect in every process within that second.
 */
import type { Log } from '../../../../../shared/log/log.ts';
import { touchSession as touchSignIn } from '../../../../../shared/sign-in/sessions.ts';
import { orNoLinks } from '../../../../host/links-database.ts';
import type { Db } from '../../core/tables.ts';
import { findSignIn, type Links } from '../../people/links-queries.ts';
import { deleteSessionsOfFormer, findSession, type SessionOwner, touchSession } from '../../people/session-queries.ts';
import type { WordPress } from '../../wordpress/users.ts';

export type KnownSessions = {
  /** Undefined when it is over. */
  find(token: string): Promise<SessionOwner | undefined>;
  /** Looks again at the next request: something was changed here. */
  forget(): void;
};

const believedMs = 1_000;
const mostBelieved = 1_000;
const useNotedMs = 60_000;
const dayMs = 86_400_000;

const isToken = (text: string) => /^[0-9A-Za-z]{43}$/.test(text);

type Options = { db: Db; log: Log; sessionDays: number; wordPress: WordPress; links: Links };

export function createKnownSessions({ db, log, sessionDays, wordPress, links }: Options): KnownSessions {
  const believed = new Map<string, { owner: SessionOwner | undefined; until: number }>();
  const notedAt = new Map<number, number>();

  function noteUse({ sessionId: id, linksSessionId }: SessionOwner, now: number): void {
    if ((notedAt.get(id) ?? 0) > now - useNotedMs) return;
    if (notedAt.size >= mostBelieved) notedAt.clear();
    notedAt.set(id, now);
    const lastsMs = sessionDays * dayMs;
    const noted = [
      touchSession(db, id, { now: new Date(now), expiresAt: new Date(now + lastsMs) }),
      linksSessionId === null ? undefined : touchSignIn(links.of(db), linksSessionId, lastsMs, new Date(now)),
    ];
    Promise.all(noted).catch((err) => log.warn({ err }, 'the last use of a session could not be recorded'));
  }

  /** Somebody with an account of the link service is what that says now, and their session ends with theirs there. */
  async function lookInLinks(owner: SessionOwner, now: number): Promise<SessionOwner | undefined> {
    const { linksSessionId, linksUserId } = owner;
    const found =
      linksSessionId === null ? undefined : await orNoLinks(findSignIn(links, db, linksSessionId, new Date(now)));
    if (!found || found.userId !== linksUserId) return undefined;
    const { userId: _, ...present } = found;
    return { ...owner, ...present };
  }

  /** The role of a person of WordPress is what WordPress says now, and their session ends with their password. */
  async function look(token: string, now: number): Promise<SessionOwner | undefined> {
    const owner = await findSession(db, token, new Date(now));
    if (owner && owner.linksUserId !== null) return lookInLinks(owner, now);
    if (!owner || owner.wpUserId === null) return owner;
    const user = await wordPress.findUser(owner.wpUserId);
    if (user && !owner.wpPassword?.equals(user.password)) {
      await deleteSessionsOfFormer(db, owner.id, user.password);
      return undefined;
    }
    return user?.role && { ...owner, role: user.role };
  }

  return {
    async find(token) {
      if (!isToken(token)) return undefined;
      const now = Date.now();
      const kept = believed.get(token);
      if (kept && kept.until > now) return kept.owner;
      const owner = await look(token, now);
      if (believed.size >= mostBelieved) believed.clear();
      believed.set(token, { owner, until: now + believedMs });
      if (owner) noteUse(owner, now);
      return owner;
    },
    forget: () => believed.clear(),
  };
}
