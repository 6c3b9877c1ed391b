/**
 * Challenges that passkeys sign. A challenge contains its expiry and a proof of its origin, so nothing is stored until
 * it is used: many requests cannot fill a table, and Redis is not needed. Used challenges are recorded in MySQL.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyedHash } from '../../secrets/installation-secret.ts';
import { hashSecret } from '../../secrets/secrets.ts';

const nonceBytes = 16;
const timeBytes = 6;
const macAt = nonceBytes + timeBytes;
/** The time within which a user must use a passkey. */
const validMs = 300_000;

export type Challenge = { hash: Buffer; expiresAt: Date };

/** Creates a challenge. `bound`: the purpose and, if there is one, the session. */
export function newChallenge(hash: KeyedHash, bound: string, now: Date): Buffer {
  const head = Buffer.alloc(macAt);
  randomBytes(nonceBytes).copy(head);
  head.writeUIntBE(now.getTime() + validMs, nonceBytes, timeBytes);
  return Buffer.concat([head, macOf(hash, bound, head)]);
}

/** Verifies a challenge; `undefined` if it was not issued here for this purpose, or has expired. */
export function readChallenge(hash: KeyedHash, bound: string, text: string, now: Date): Challenge | undefined {
  const challenge = Buffer.from(text, 'base64url');
  const [head, mac] = [challenge.subarray(0, macAt), challenge.subarray(macAt)];
  const wanted = macOf(hash, bound, head);
  if (head.length !== macAt || mac.length !== wanted.length || !timingSafeEqual(mac, wanted)) return undefined;
  const expiresAt = new Date(head.readUIntBE(nonceBytes, timeBytes));
  return expiresAt > now ? { hash: hashSecret(text), expiresAt } : undefined;
}

const macOf = (hash: KeyedHash, bound: string, head: Buffer) => hash(`challenge ${bound} ${head.toString('hex')}`);
