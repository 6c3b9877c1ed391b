/**
 * Hands a sign-in over from one application to the other. The entered application gives the browser a secret in a
 * cookie and sends it, with the secret's challenge, to a page of the other; that page, if someone is signed in, gets a
 * ticket for the challenge and sends the browser back with it. So nobody can be signed in by a link that someone else
 * made, and an intercepted ticket is useless without the cookie.
 */
import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { hashSecret, randomToken } from '../secrets/secrets.ts';
import type { BegunBy, SignInTables } from './tables.ts';

type Db = Kysely<SignInTables>;
type Trx = Transaction<SignInTables>;

/** The application that a ticket opens. */
export type Opens = 'links' | 'contacts';

const ticketMs = 60_000;

/** Represents a browser's secret in a URL: 43 characters of base64url. */
export const challengeOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

export const looksLikeChallenge = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text);

/** A ticket for a session of the link service: its only readable copy. */
export async function insertTicket(
  db: Db,
  { sessionId, opens, challenge }: { sessionId: number; opens: Opens; challenge: string },
  now: Date,
): Promise<string> {
  const ticket = randomToken();
  await db
    .insertInto('sign_in_tickets')
    .values({
      hash: hashSecret(ticket),
      session_id: sessionId,
      opens,
      challenge: Buffer.from(challenge, 'base64url'),
      expires_at: new Date(now.getTime() + ticketMs),
    })
    .execute();
  return ticket;
}

/** The session of the link service that continues in the application; the ticket is used up in any case. */
export type HandedOver = { sessionId: number; userId: number; begunBy: BegunBy; expiresAt: Date };

/**
 * `undefined` for a ticket that is used, expired, for the other application or another browser, and if the session has
 * ended. The session's row is locked until the transaction ends.
 */
export async function useTicket(
  trx: Trx,
  { ticket, secret, opens }: { ticket: string; secret: string; opens: Opens },
  now: Date,
): Promise<HandedOver | undefined> {
  const found = await trx
    .selectFrom('sign_in_tickets as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select(['s.id as sessionId', 's.user_id as userId', 's.begun_by as begunBy', 's.expires_at as expiresAt'])
    .where('t.hash', '=', hashSecret(ticket))
    .where('t.opens', '=', opens)
    .where('t.challenge', '=', Buffer.from(challengeOf(secret), 'base64url'))
    .where('t.expires_at', '>', now)
    .where('s.expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  await trx.deleteFrom('sign_in_tickets').where('hash', '=', hashSecret(ticket)).execute();
  return found;
}

/** Deletes unused tickets in batches. Returns the number deleted. */
export async function deleteTicketsBefore(db: Db, time: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sign_in_tickets')
    .where('expires_at', '<', time)
    .limit(limit)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
