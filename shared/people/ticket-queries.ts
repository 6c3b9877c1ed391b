/**
 * Queries for tickets, which pass a sign-in from the dashboard to contacts. Contacts set a secret in a cookie, and
 * redirect the browser to a page of the dashboard with the secret's challenge. Once the user is signed in, the page
 * gets a ticket for the challenge and sends the browser back with it. So another site's link cannot sign anyone in, and
 * an intercepted ticket is useless without the cookie.
 */

import { createHash } from 'node:crypto';
import { changedRows } from '../db/results.ts';
import { hashSecret, randomToken } from '../secrets/secrets.ts';
import type { Db, Trx } from './tables.ts';

const ticketMs = 60_000;

/** Returns the challenge for a browser's secret: 43 characters of base64url. */
export const challengeOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Creates a ticket for a session; the returned text is its only copy. */
export async function insertTicket(
  db: Db,
  { sessionId, challenge }: { sessionId: number; challenge: string },
  now: Date,
): Promise<string> {
  const ticket = randomToken();
  await db
    .insertInto('sign_in_tickets')
    .values({
      hash: hashSecret(ticket),
      session_id: sessionId,
      challenge: Buffer.from(challenge, 'base64url'),
      expires_at: new Date(now.getTime() + ticketMs),
    })
    .execute();
  return ticket;
}

/**
 * Uses a ticket, and finds the id and user of its session, which is locked until the transaction ends. `undefined`
 * for a used or expired ticket, another browser or an ended session. The ticket is always deleted.
 */
export async function useTicket(trx: Trx, { ticket, secret }: { ticket: string; secret: string }, now: Date) {
  const found = await trx
    .selectFrom('sign_in_tickets as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select(['s.id as sessionId', 's.user_id as userId'])
    .where('t.hash', '=', hashSecret(ticket))
    .where('t.challenge', '=', Buffer.from(challengeOf(secret), 'base64url'))
    .where('t.expires_at', '>', now)
    .where('s.expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  await trx.deleteFrom('sign_in_tickets').where('hash', '=', hashSecret(ticket)).execute();
  return found;
}

/** Deletes unused tickets in batches. Returns the number deleted. */
export const deleteTicketsBefore = (db: Db, time: Date, limit: number): Promise<number> =>
  changedRows(db.deleteFrom('sign_in_tickets').where('expires_at', '<', time).limit(limit));
