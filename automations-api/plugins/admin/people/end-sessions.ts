/**
 * Ending sessions, in both applications for people who have an account of the link service: there each session here belongs to one of
 * that service, and ends with it within a second.
 */
import { inTransaction } from '../../../../shared/db/db.ts';
import { deleteSessionRow } from '../../../../shared/sign-in/sessions.ts';
import type { Db, Trx } from '../core/tables.ts';
import { endSignIns, type Links } from './links-queries.ts';
import { deleteSession, deleteSessions, findLinksSessionId } from './session-queries.ts';

type Tools = { db: Db; links: Links };
type Person = { id: number; linksUserId: number | null };

/** False when it was over already, or is another's. */
export const endSession = ({ db, links }: Tools, { id, linksUserId }: Person, sessionId: number): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const linksSessionId = await findLinksSessionId(trx, id, sessionId);
    const wasThere = await deleteSession(trx, id, sessionId);
    if (linksUserId !== null && linksSessionId) {
      await deleteSessionRow(links.within(trx), linksUserId, linksSessionId);
    }
    return wasThere;
  });

type Kept = { sessionId: number; linksSessionId: number | null };

/** All of a person, but the one that is kept. */
export async function endSessions(trx: Trx, links: Links, { id, linksUserId }: Person, kept?: Kept): Promise<void> {
  await deleteSessions(trx, id, kept?.sessionId);
  if (linksUserId !== null) await endSignIns(links.within(trx), linksUserId, kept?.linksSessionId ?? undefined);
}
