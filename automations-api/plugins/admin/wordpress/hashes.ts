/**
 * WordPress's password hashes. `$P$` is the portable hash until 6.7, repeated MD5. `$wp$2y$` is the hash since 6.8,
 * bcrypt of an HMAC, which avoids bcrypt's limit of 72 bytes. `$2y$` is plain bcrypt, written by plugins. Other
 * formats never match.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { blake2b } from '@noble/hashes/blake2.js';
import { trimOf } from '../../../../shared/trim.ts';

/** The characters that PHP's trim() removes. WordPress trims passwords before it compares them. */
const blanks = ' \n\r\t\v\0';
const longest = 4_096;
const bcrypt = /^\$2[aby]\$(0[4-9]|1[0-6])\$[./0-9A-Za-z]{53}$/;

const verifyBcrypt = async (password: string, stored: string) =>
  (await import('@node-rs/bcrypt')).verify(password, stored);

/** Escapes a password as WordPress does with all form values. */
const slashed = (text: string) => text.replace(/['"\\]/g, '\\$&').replaceAll('\0', '\\0');

/**
 * Verifies a password, in tens of milliseconds. Also tries the escaped password, because WordPress's forms store
 * backslashes before quotes.
 */
export async function verifyWordPressHash(stored: string, given: string): Promise<boolean> {
  const password = trimOf(given, blanks);
  const escaped = slashed(password);
  return (await verifies(stored, password)) || (escaped !== password && (await verifies(stored, escaped)));
}

async function verifies(stored: string, password: string): Promise<boolean> {
  if (Buffer.byteLength(password) > longest) return false;
  if (stored.startsWith('$P$')) return verifyPortable(stored, password);
  if (!stored.startsWith('$wp')) return bcrypt.test(stored) && verifyBcrypt(password, stored);
  const inner = stored.slice('$wp'.length);
  return bcrypt.test(inner) && verifyBcrypt(createHmac('sha384', 'wp-sha384').update(password).digest('base64'), inner);
}

/** A hash that matches no password. It is checked for unknown users, so that the answer takes just as long. */
const unusedPortable = `$P$B${'.'.repeat(30)}`;
const fastKey = Buffer.from('wp_fast_hash_6.8+');
const fastMark = '$generic$';

/** Hashes a generated password with BLAKE2b. */
const fastHash = (password: string) =>
  fastMark + Buffer.from(blake2b(Buffer.from(password), { key: fastKey, dkLen: 30 })).toString('base64url');

const isSame = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other);

/**
 * Finds the hash of an application password: the fast one since 6.8, or an older one. A mismatch takes just as long.
 */
export async function findMatchingHash(stored: readonly string[], password: string): Promise<string | undefined> {
  const fast = Buffer.from(fastHash(password));
  const slow = stored.filter((hash) => !hash.startsWith(fastMark));
  const found = stored.find((hash) => isSame(Buffer.from(hash), fast));
  if (found !== undefined) return found;
  for (const hash of slow) if (await verifyWordPressHash(hash, password)) return hash;
  if (slow.length === 0) await verifyWordPressHash(unusedPortable, password);
  return undefined;
}

/** Returns a digest of a stored hash, to detect later changes. */
export const digestOfHash = (stored: string): Buffer => createHash('sha256').update(stored).digest().subarray(0, 16);

const digits = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The maximum base-2 logarithm of the number of rounds. No WordPress uses more rounds. */
const mostRounds = 16;
const roundsAtOnce = 2_048;

/**
 * Verifies `$P$`, a digit for the rounds, 8 characters of salt, and 16 bytes as 22 digits. Yields to the event loop.
 */
async function verifyPortable(stored: string, password: string): Promise<boolean> {
  const rounds = digits.indexOf(stored.charAt(3));
  if (stored.length !== 34 || rounds < 7 || rounds > mostRounds) return false;
  const secret = Buffer.from(password);
  let hash = md5(Buffer.from(stored.slice(4, 12)), secret);
  for (let left = 2 ** rounds; left > 0; left--) {
    hash = md5(hash, secret);
    if (left % roundsAtOnce === 0) await nextTurn();
  }
  return toDigits(hash) === stored.slice(12);
}

const md5 = (one: Buffer, other: Buffer) => createHash('md5').update(one).update(other).digest();

/** Encodes three bytes as four digits, the lowest bits first, and the last byte as two digits. */
function toDigits(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const part = bytes.subarray(at, at + 3);
    const value = part.readUIntLE(0, part.length);
    for (let digit = 0; digit <= part.length; digit++) text += digits[(value >> (6 * digit)) & 63];
  }
  return text;
}
