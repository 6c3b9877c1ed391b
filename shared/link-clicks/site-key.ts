/**
 * The key that connects a workspace to a site of contact automation, which an operator copies from one to the other:
 * `wps_`, the connection's number and a secret of 32 bytes. Pure.
 */
import { createHash, randomBytes } from 'node:crypto';

/** `siteId`: the connection's row in `contact_sites`. `secret`: 43 characters of base64url. */
export type SiteKey = { siteId: number; secret: string };

export const newSecret = () => randomBytes(32).toString('base64url');

export const writeSiteKey = ({ siteId, secret }: SiteKey) => `wps_${siteId}_${secret}`;

export function readSiteKey(text: string): SiteKey | undefined {
  const [, siteId, secret] = /^wps_(\d{1,15})_([A-Za-z0-9_-]{43})$/.exec(text.trim()) ?? [];
  return siteId === undefined || secret === undefined ? undefined : { siteId: Number(siteId), secret };
}

/** Returns the key that signs contact tokens. */
export const tokenKeyOf = (secret: string) => Buffer.from(secret, 'base64url');

/** Computes the hash with which both services check that they have the same key. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest();
