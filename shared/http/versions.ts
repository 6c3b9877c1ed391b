/** Versions as ETags, derived from all editable data, so that two different states never have the same ETag. */
import { createHash } from 'node:crypto';

/**
 * Computes the version of a state and optional `bytes`. An object that returns to an earlier state gets its earlier
 * version.
 */
export const etagOf = (state: unknown, bytes: Uint8Array | string = ''): string =>
  `"${createHash('sha256').update(JSON.stringify(state)).update(bytes).digest('base64url').slice(0, 27)}"`;

/**
 * Returns whether `If-Match` or `If-None-Match` names a tag. Compressing proxies make tags weak, which counts as equal
 * here.
 */
export const holdsTag = (given: string, etag: string): boolean =>
  given.trim() === '*' || given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
