/**
 * Versions as ETags, derived from everything that can be edited, so that two states never share one, however quickly
 * they follow each other.
 */
import { createHash } from 'node:crypto';

/**
 * `state`: everything that the version depends on, cut to `bytes`. An object that returns to a former state gets its
 * former version.
 */
export const etagOf = (state: unknown, bytes: Uint8Array | string = ''): string =>
  `"${createHash('sha256').update(JSON.stringify(state)).update(bytes).digest('base64url').slice(0, 27)}"`;

/**
 * Returns whether `If-Match` or `If-None-Match` names a tag. Compressing proxies make tags weak, which counts as equal
 * here.
 */
export const holdsTag = (given: string, etag: string): boolean =>
  given.trim() === '*' || given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
