/** The envelope of Waypost's own answers, `{ code: "success", data: { …payload, limit, offset } }`, and the paging of collections. */
import Type, { type Static, type TProperties } from 'typebox';
import { longestLabel } from '../../shared/limits-of-fields.ts';
import type { PageWindow } from './core/route.ts';

/** The schema option that forbids fields that the schema does not declare. */
export const closed = { additionalProperties: false } as const;

/** Builds the schema of an answer with this payload. */
export const answerWith = <Payload extends TProperties>(payload: Payload) =>
  Type.Object(
    {
      code: Type.Literal('success'),
      data: Type.Object(
        {
          ...payload,
          limit: Type.Integer({ description: 'Items per page; 0 if the answer is not a list.', examples: [0] }),
          offset: Type.Integer({ description: 'Items skipped.', examples: [0] }),
        },
        closed,
      ),
    },
    closed,
  );

/** Wraps a payload. Only collections have a limit and an offset. */
export const envelope = <Payload extends object>(payload: Payload, { limit, offset }: PageWindow) => ({
  code: 'success' as const,
  data: { ...payload, limit, offset },
});

export const success = <Payload extends object>(payload: Payload) => ({
  data: envelope(payload, { limit: 0, offset: 0 }),
});

/** Builds the answer with a single item and its version for `If-Match`. */
export const successOne = <Payload extends object>(payload: Payload, etag: string) => ({
  ...success(payload),
  headers: { ETag: etag },
});

/** The schema of an answer without payload. */
export const Done = answerWith({});

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
/** The parameters of a list that can be searched by name. */
export const SearchArgs = Type.Object({
  ...pagingArgs,
  search: Type.Optional(Type.String({ maxLength: longestLabel, description: 'Part of the name.' })),
});
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
 * Builds the answer with a page of a list that is paged by cursor. If there is a next page, `rows` has one more row
 * than the page.
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
