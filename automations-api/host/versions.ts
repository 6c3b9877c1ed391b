/**
 * Optimistic locking: `If-Match` with the ETag of an earlier answer. If the item has changed since then, the answer
 * is a conflict with its current state.
 */
import { ApiError } from '../../shared/errors.ts';
import { holdsTag } from '../../shared/http/versions.ts';
import type { RequestHead } from './core/route.ts';
import { sqlDate } from './shapes.ts';

/** `by_…`: its author, if the caller knows it. */
type Change = { at: Date } & Partial<{ by_type: string; by_id: number; by_name: string }>;
/** An item's current version. */
type Current = { etag: string; show: () => unknown; findLastChange: () => Promise<Change | undefined> };

/**
 * A function that compares versions while the item's row is locked. It calls `read` only if the request has a
 * version. @throws conflict
 */
export type RequireVersion = (read: () => Current | Promise<Current>) => Promise<void>;

export function readIfMatch({ headers }: Pick<RequestHead, 'headers'>): RequireVersion {
  const expected = headers['if-match'];
  return async (read) => {
    if (expected === undefined) return;
    const { etag, show, findLastChange } = await read();
    if (holdsTag(expected, etag)) return;
    const [current, last] = [await show(), await findLastChange()];
    const details = {
      current,
      etag,
      changed_at: last ? sqlDate(last.at) : null,
      changed_by: last?.by_type ? { type: last.by_type, id: last.by_id, name: last.by_name } : null,
    };
    throw new ApiError('conflict', 'This was changed after you read it. See details for the current state.', {
      details,
    });
  };
}
