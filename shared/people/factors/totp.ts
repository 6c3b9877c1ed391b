/**
 * Codes of authenticator apps (RFC 6238): SHA-1, six digits and thirty seconds, which all apps support. The library is
 * loaded at the first use.
 */
import { randomBytes } from 'node:crypto';

const stepSeconds = 30;
/** The length of a secret. RFC 4226 recommends as many bytes as the hash has. */
const secretBytes = 20;
/** The number of steps by which a clock can be wrong in either direction. */
const tolerance = 1;

const load = () => import('otpauth');

export const newTotpSecret = (): Buffer => randomBytes(secretBytes);

export type TotpLabel = { issuer: string; account: string };

/** Returns the secret in Base32 for typing, and the URL for the QR code. */
export async function describeTotp(secret: Buffer, { issuer, account }: TotpLabel) {
  const { Secret, TOTP } = await load();
  const totp = new TOTP({ issuer, label: account, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Finds the step of a code; `undefined` for a wrong code. */
export async function findTotpStep(secret: Buffer, code: string, now: Date): Promise<number | undefined> {
  const { Secret, TOTP } = await load();
  const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: tolerance });
  return delta === null ? undefined : Math.floor(now.getTime() / 1_000 / stepSeconds) + delta;
}
