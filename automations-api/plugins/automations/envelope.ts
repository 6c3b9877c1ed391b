/** The form of every success answer, and the paging of collections. */
import Type, { type Static } from 'typebox';
import type { PageWindow, RestAnswer } from '../../host/route.ts';

/** `{ code: "success", data: { …payload, limit, offset } }`; only collections have a limit and an offset. */
export const envelope = (payload: object, { limit, offset }: PageWindow) => ({
  code: 'success',
  data: { ...payload, limit, offset },
});

export const success = (payload: object) => ({ data: envelope(payload, { limit: 0, offset: 0 }) });

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

export function readWindow({ page = 1, limit, per_page: perPage, offset }: PagingArgs): PageWindow {
  const size = limit ?? perPage ?? pageSize;
  return { limit: size, offset: offset ?? (page - 1) * size };
}
