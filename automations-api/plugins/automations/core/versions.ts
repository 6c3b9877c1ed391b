/**
 * A change of what somebody read is refused when that is another by now: `If-Match` with the ETag of the answer that was
 * read, and a conflict that holds the thing as it is. Without the header nothing is asked.
 */
import { ApiError } from '../../../../shared/errors.ts';
import { holdsTag } from '../../../../shared/http/versions.ts';
import type { RequestHead } from '../../../host/core/route.ts';
import { type CallerColumns, showCaller } from './callers.ts';
import { sqlDate } from './dates.ts';
import type { ErrorCode } from './errors.ts';

/** A thing's version, how its answer shows it, and who changed it last. */
type Present = {
  etag: string;
  show: () => unknown;
  findLastChange: () => Promise<(CallerColumns & { at: Date }) | undefined>;
};

/** Called with the thing's row locked; `read` is called where there is something to compare. @throws conflict */
export type RequireVersion = (read: () => Present | Promise<Present>) => Promise<void>;

export function versionAsked({ headers }: Pick<RequestHead, 'headers'>): RequireVersion {
  const asked = headers['if-match'];
  return async (read) => {
    if (asked === undefined) return;
    const { etag, show, findLastChange } = await read();
    if (holdsTag(asked, etag)) return;
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
