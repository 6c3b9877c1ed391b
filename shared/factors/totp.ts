/**
 * Codes of authenticator apps (RFC 6238): SHA-1, six digits, thirty seconds, which is what every app can. The library is loaded
 * with the first use.
 */
import { randomBytes } from 'node:crypto';

const stepSeconds = 30;
/** RFC 4226 wants as many as the hash has. */
const secretBytes = 20;
/** Steps by which a clock may be off, in either direction. */
const tolerance = 1;

const load = () => import('otpauth');

export const newTotpSecret = (): Buffer => randomBytes(secretBytes);

export type TotpLabel = { issuer: string; account: string };

/** The secret in Base32, to be typed, and in the address that is drawn as a QR code. */
export async function describeTotp(secret: Buffer, { issuer, account }: TotpLabel) {
  const { Secret, TOTP } = await load();
  const totp = new TOTP({ issuer, label: account, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The step whose code this is; undefined for a wrong one. */
export async function findTotpStep(secret: Buffer, code: string, now: Date): Promise<number | undefined> {
  const { Secret, TOTP } = await load();
  const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: tolerance });
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / stepSeconds) + delta;
}
