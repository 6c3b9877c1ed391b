/**
 * Signed tokens, which are not stored: the token in each form page, which can be sent once and states how much work its
 * sender must do, and the token in the emailed URL. A form can only be sent with a token that is old enough, so a
 * program cannot send it faster than a person.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyedHash } from '../../../../shared/secrets/installation-secret.ts';

export const dayMs = 86_400_000;
export const confirmDays = 7;

/** The kind of a page: a form, or the additional step that keeps the sent values. */
export type PageKind = 'form' | 'step';

/** A page's token. `bits`: the zero bits that a proof's hash must start with. */
export type Challenge = { kind: PageKind; nonce: Buffer; issuedAt: number; bits: number };

function seal(hash: KeyedHash, purpose: string, values: readonly (string | number)[]): string {
  const head = values.join('-');
  return `${head}-${hash(`form ${purpose} ${head}`).toString('hex')}`;
}

/** Returns the signed values; undefined if they were not signed for this purpose. */
function open(hash: KeyedHash, purpose: string, token: string): string[] | undefined {
  const values = token.split('-').slice(0, -1);
  const [given, expected] = [Buffer.from(token), Buffer.from(seal(hash, purpose, values))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? values : undefined;
}

/** Creates the token of a form's page. */
export const newChallenge = (
  hash: KeyedHash,
  { formId, kind, bits }: { formId: number; kind: PageKind; bits: number },
  now: number,
): string => seal(hash, `page ${formId}`, [kind, randomBytes(12).toString('hex'), now, bits]);

/** Reads a page's token; undefined if it belongs to another form, or is older than a day. */
export function readChallenge(hash: KeyedHash, formId: number, token: string, now: number): Challenge | undefined {
  const [kind, nonce = '', issuedAt, bits] = open(hash, `page ${formId}`, token) ?? [];
  if (kind === undefined || Number(issuedAt) + dayMs < now) return undefined;
  return { kind: kind as PageKind, nonce: Buffer.from(nonce, 'hex'), issuedAt: Number(issuedAt), bits: Number(bits) };
}

/** Returns whether a proof of work is valid: the SHA-256 of `token.proof` starts with enough zero bits. */
export function isProof(token: string, proof: string, bits: number): boolean {
  if (!/^\d{1,15}$/.test(proof)) return false;
  const first = createHash('sha256').update(`${token}.${proof}`).digest().readUInt32BE(0);
  return Math.clz32(first) >= bits;
}

/** Creates the token in a confirmation email. It is bound to the email address. */
export const newConfirmation = (hash: KeyedHash, submissionId: number, emailKey: string, expiresAt: Date): string =>
  seal(hash, `confirm ${emailKey}`, [submissionId, expiresAt.getTime()]);

/** Reads the submission's id in the token of a confirmation email; it is not verified. */
export const submissionIn = (token: string): number => Number(/^\d{1,15}(?=-)/.exec(token)?.[0] ?? 0);

/** Reads when a confirmation's token expires; undefined if it was not issued for this email address. */
export function readExpiry(hash: KeyedHash, token: string, emailKey: string): Date | undefined {
  const values = open(hash, `confirm ${emailKey}`, token);
  return values && new Date(Number(values[1]));
}
