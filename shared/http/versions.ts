/** Versions of things as ETags: by what can be edited of them, so that two states never share one, however quickly they follow each other. */
import { createHash } from 'node:crypto';

/** `state`: all that the version depends on, and `bytes` of it. A thing that is as it was before has the version it had. */
export const etagOf = (state: unknown, bytes: Uint8Array | string = ''): string =>
  `"${createHash('sha256').update(JSON.stringify(state)).update(bytes).digest('base64url').slice(0, 27)}"`;

/** Whether `If-Match` or `If-None-Match` names a tag. A proxy that compresses answers makes tags weak, which say the same here. */
export const holdsTag = (given: string, etag: string): boolean =>
  given.trim() === '*' || given.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
