/**
 * Whose a session is. A session found is believed for a second, so that a screen that asks for much costs one lookup, and one
 * that is ended, or whose owner has another role, is so on every process within that second.
 */
import type { Log } from '../../../../../shared/log/log.ts';
import type { Db } from '../../core/tables.ts';
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

type Options = { db: Db; log: Log; sessionDays: number; wordPress: WordPress };

export function createKnownSessions({ db, log, sessionDays, wordPress }: Options): KnownSessions {
  const believed = new Map<string, { owner: SessionOwner | undefined; until: number }>();
  const notedAt = new Map<number, number>();

  function noteUse(id: number, now: number): void {
    if ((notedAt.get(id) ?? 0) > now - useNotedMs) return;
    if (notedAt.size >= mostBelieved) notedAt.clear();
    notedAt.set(id, now);
    const times = { now: new Date(now), expiresAt: new Date(now + sessionDays * dayMs) };
    touchSession(db, id, times).catch((err) => log.warn({ err }, "a session's use was not noted"));
  }

  /** The role of a person of WordPress is what WordPress says now, and their session ends with their password. */
  async function look(token: string, now: number): Promise<SessionOwner | undefined> {
    const owner = await findSession(db, token, new Date(now));
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
      if (owner) noteUse(owner.sessionId, now);
      return owner;
    },
    forget: () => believed.clear(),
  };
}
