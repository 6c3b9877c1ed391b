/**
 * Optimistic locking: `If-Match` with the ETag of an earlier answer. If the item has changed since then, the answer
 * is a conflict with its current state.
 */
import { ApiError } from '../../../../shared/errors.ts';
import { holdsTag } from '../../../../shared/http/versions.ts';
import type { RequestHead } from '../../../host/core/route.ts';
import { type CallerColumns, showCaller } from './callers.ts';
import { sqlDate } from './dates.ts';
import type { ErrorCode } from './errors.ts';

/** An item's current version. */
type Current = {
  etag: string;
  show: () => unknown;
  findLastChange: () => Promise<(CallerColumns & { at: Date }) | undefined>;
};

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
      changed_by: last ? showCaller(last) : null,
    };
    throw new ApiError<ErrorCode>(
      'conflict',
      'This was changed after you read it. See details for the current state.',
      {
        details,
      },
    );
  };
}
