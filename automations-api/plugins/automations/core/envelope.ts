/** Envelopes of successful answers, and the paging of collections. */
import Type, { type Static } from 'typebox';
import type { PageWindow } from '../../../host/core/route.ts';
import { envelope, success } from '../../../host/envelope.ts';

export { answerWith, closed, Done, envelope, success } from '../../../host/envelope.ts';

/** Builds the answer with a single item and its version for `If-Match`. */
export const successOne = <Payload extends object>(payload: Payload, etag: string) => ({
  ...success(payload),
  headers: { ETag: etag },
});

/** Builds the answer with a page of a collection of `total` items. */
export const successWindow = <Payload extends object>(payload: Payload, window: PageWindow, total: number) => ({
  data: envelope(payload, window),
  paging: { ...window, total },
});

const pageSize = 25;
const maxLimit = 500;
const maxOffset = 1_000_000_000;

/** The paging parameters of a collection. WordPress clients send `per_page` for `limit`. */
export const pagingArgs = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: maxOffset, description: 'Page, from 1.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, description: 'Items per page; default 25.' })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, description: 'The same as limit.' })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: maxOffset, description: 'Items to skip; replaces page.' })),
};
export const PagingArgs = Type.Object(pagingArgs);
export type PagingArgs = Static<typeof PagingArgs>;

export function readWindow({ page = 1, offset, ...args }: PagingArgs): PageWindow {
  const limit = readLimit(args);
  return { limit, offset: offset ?? (page - 1) * limit };
}

/** The paging parameters of a list that is paged only by cursor. */
export const cursorArgs = {
  limit: pagingArgs.limit,
  per_page: pagingArgs.per_page,
  cursor: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'next_cursor of the previous page; empty for the first page.' }),
  ),
};

export const readLimit = ({ limit, per_page: perPage }: Pick<PagingArgs, 'limit' | 'per_page'>): number =>
  limit ?? perPage ?? pageSize;

/**
 * Builds the answer with a page of a list that is paged by cursor. `rows` has one row more than the page if there is
 * a next page.
 */
export function successPage<Row, Payload extends object>(
  rows: Row[],
  limit: number,
  cursorOf: (last: Row) => string,
  show: (page: Row[], next: string | null) => Payload,
) {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { data: envelope(show(page, last === undefined ? null : cursorOf(last)), { limit, offset: 0 }) };
}
