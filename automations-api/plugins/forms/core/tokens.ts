/**
 * Signed tokens: the one in each form page, which can be sent once and says how much work its sender must do, and the one
 * in the emailed URL. They are not stored. A form can only be sent with a token that is old enough, so a program cannot
 * send it faster than a person.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyedHash } from '../../../../shared/secrets/installation-secret.ts';

const nonceBytes = 12;
const timeBytes = 6;
const idBytes = 6;
const challengeBytes = nonceBytes + timeBytes + 1;
const confirmationBytes = idBytes + timeBytes;
const longestToken = 100;
const dayMs = 86_400_000;

const challengeMs = dayMs;
export const confirmDays = 7;

/** The kind of a page: a form, or the further step that keeps what was sent. */
export type PageKind = 'form' | 'step';

/** A page's token. `bits`: the zero bits that a proof's hash must start with. */
export type Challenge = { kind: PageKind; nonce: Buffer; issuedAt: number; bits: number };

function seal(hash: KeyedHash, purpose: string, head: Buffer): string {
  return Buffer.concat([head, macOf(hash, purpose, head)]).toString('base64url');
}

/** Returns the signed bytes; undefined if they were not signed for this purpose, or are spelled in another way. */
function open(hash: KeyedHash, purpose: string, token: string, length: number): Buffer | undefined {
  const bytes = Buffer.from(token.slice(0, longestToken), 'base64url');
  if (bytes.toString('base64url') !== token) return undefined;
  const [head, mac] = [bytes.subarray(0, length), bytes.subarray(length)];
  const wanted = macOf(hash, purpose, head);
  return mac.length === wanted.length && timingSafeEqual(mac, wanted) ? head : undefined;
}

const macOf = (hash: KeyedHash, purpose: string, head: Buffer) => hash(`form ${purpose} ${head.toString('hex')}`);

/** Creates the token of a form's page. */
export function newChallenge(
  hash: KeyedHash,
  { formId, kind, bits }: { formId: number; kind: PageKind; bits: number },
  now: number,
): string {
  const head = Buffer.alloc(challengeBytes);
  randomBytes(nonceBytes).copy(head);
  head.writeUIntBE(now, nonceBytes, timeBytes);
  head[challengeBytes - 1] = bits;
  return seal(hash, `${kind} ${formId}`, head);
}

/** Reads a page's token; undefined if it is not one of this form, or too old. */
export function readChallenge(hash: KeyedHash, formId: number, token: string, now: number): Challenge | undefined {
  const kind = (['form', 'step'] as const).find((one) => open(hash, `${one} ${formId}`, token, challengeBytes));
  const head = kind && open(hash, `${kind} ${formId}`, token, challengeBytes);
  if (!head) return undefined;
  const issuedAt = head.readUIntBE(nonceBytes, timeBytes);
  if (issuedAt + challengeMs < now) return undefined;
  return { kind, nonce: head.subarray(0, nonceBytes), issuedAt, bits: head.readUInt8(challengeBytes - 1) };
}

const proofPattern = /^\d{1,15}$/;

/** Checks a proof of work: SHA-256 of `token.proof` starts with enough zero bits. */
export function isProof(token: string, proof: string, bits: number): boolean {
  if (!proofPattern.test(proof)) return false;
  const first = createHash('sha256').update(`${token}.${proof}`).digest().readUInt32BE(0);
  return Math.clz32(first) >= bits;
}

/** A confirmation's token, unverified until `isOf` has returned true. */
export type Confirmation = { submissionId: number; expiresAt: Date; isOf: (emailKey: string) => boolean };

/** Creates the token in a confirmation email. It is bound to the email address. */
export function newConfirmation(hash: KeyedHash, submissionId: number, emailKey: string, expiresAt: Date): string {
  const head = Buffer.alloc(confirmationBytes);
  head.writeUIntBE(submissionId, 0, idBytes);
  head.writeUIntBE(expiresAt.getTime(), idBytes, timeBytes);
  return seal(hash, `confirm ${emailKey}`, head);
}

/** Reads the token of a confirmation email; undefined if it cannot be one. */
export function readConfirmation(hash: KeyedHash, token: string): Confirmation | undefined {
  const head = Buffer.from(token.slice(0, longestToken), 'base64url').subarray(0, confirmationBytes);
  if (head.length < confirmationBytes) return undefined;
  return {
    submissionId: head.readUIntBE(0, idBytes),
    expiresAt: new Date(head.readUIntBE(idBytes, timeBytes)),
    isOf: (emailKey) => open(hash, `confirm ${emailKey}`, token, confirmationBytes) !== undefined,
  };
}
