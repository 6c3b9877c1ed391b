/** The form of every success answer, and the paging of collections. */
import Type, { type Static } from 'typebox';
import type { PageWindow, RestAnswer } from '../../../host/route.ts';

/** `{ code: "success", data: { …payload, limit, offset } }`; only collections have a limit and an offset. */
export const envelope = (payload: object, { limit, offset }: PageWindow) => ({
  code: 'success',
  data: { ...payload, limit, offset },
});

export const success = (payload: object) => ({ data: envelope(payload, { limit: 0, offset: 0 }) });

/** One thing, with the version that `If-Match` names. */
export const successOne = (payload: object, etag: string) => ({ ...success(payload), headers: { ETag: etag } });

/** A window of a collection of `total`. */
export const successWindow = (payload: object, window: PageWindow, total: number): RestAnswer => ({
  data: envelope(payload, window),
  paging: { ...window, total },
});

const pageSize = 25;
const maxLimit = 500;
const maxOffset = 1_000_000_000;

/** The paging parameters of a collection. `per_page` is what WordPress clients call `limit`. */
export const pagingArgs = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: maxOffset, description: 'Page, from 1.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, description: 'Items on a page; default 25.' })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit, description: 'The same as limit.' })),
  offset: Type.Optional(
    Type.Integer({ minimum: 0, maximum: maxOffset, description: 'Items to pass over; wins over page.' }),
  ),
};
export const PagingArgs = Type.Object(pagingArgs);
export type PagingArgs = Static<typeof PagingArgs>;

export function readWindow({ page = 1, offset, ...args }: PagingArgs): PageWindow {
  const limit = readLimit(args);
  return { limit, offset: offset ?? (page - 1) * limit };
}

/** The paging parameters of a list that is read by cursor alone. */
export const cursorArgs = {
  limit: pagingArgs.limit,
  per_page: pagingArgs.per_page,
  cursor: Type.Optional(
    Type.String({ maxLength: 1_000, description: 'next_cursor of the page before; empty for the first page.' }),
  ),
};

export const readLimit = ({ limit, per_page: perPage }: Pick<PagingArgs, 'limit' | 'per_page'>): number =>
  limit ?? perPage ?? pageSize;

/**
 * A page of a list that is read by cursor, from one row more than it has when there are more. `cursorNames`: under which
 * members it tells where the next one begins.
 */
export function successPage<Row>(
  name: string,
  rows: Row[],
  limit: number,
  show: (row: Row) => object,
  cursorOf: (last: Row) => string,
  cursorNames: readonly string[] = ['next_cursor'],
): RestAnswer {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last === undefined ? null : cursorOf(last);
  const cursors = Object.fromEntries(cursorNames.map((member) => [member, next]));
  return { data: envelope({ [name]: shown.map(show), ...cursors }, { limit, offset: 0 }) };
}
