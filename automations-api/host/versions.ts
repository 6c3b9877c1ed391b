/**
 * Optimistic locking: `If-Match` with the ETag of an earlier answer. If the item has changed since then, the answer
 * is a conflict with its current state.
 */
import { ApiError } from '../../shared/errors.ts';
import { holdsTag } from '../../shared/http/versions.ts';
import { found } from './core/errors.ts';
import type { RequestHead } from './core/route.ts';
import { sqlDate } from './shapes.ts';

/** `by_…`: its author, if the caller knows it. */
type Change = { at: Date } & Partial<{ by_type: string; by_id: number; by_name: string }>;
/** An item's current version. */
type Current = { etag: string; show: () => unknown; findLastChange: () => Promise<Change | undefined> };

export type Headers = Pick<RequestHead, 'headers'>;

/** Compares versions while the item's row is locked. Calls `read` only if the request has a version. @throws conflict */
export async function requireVersion({ headers }: Headers, read: () => Current | Promise<Current>): Promise<void> {
  const expected = headers['if-match'];
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
  throw new ApiError('conflict', 'This was changed after you read it. See details for the current state.', { details });
}

type Dated = { created_at: Date; updated_at: Date | null };

/** Returns a locked row that exists and has the request's version. @throws data_not_found or conflict */
export async function checkLocked<Row extends Dated>(
  head: Headers,
  what: string,
  locked: Row | undefined,
  of: { etag: (row: Row) => string; show: (row: Row) => unknown; findLastChange?: Current['findLastChange'] },
): Promise<Row> {
  const row = found(what, locked);
  await requireVersion(head, () => ({
    etag: of.etag(row),
    show: async () => ({ [what]: await of.show(row) }),
    findLastChange: of.findLastChange ?? (async () => ({ at: row.updated_at ?? row.created_at })),
  }));
  return row;
}
