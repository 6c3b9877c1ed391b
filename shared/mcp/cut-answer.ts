/**
 * Answers of at most 100 kB. A longer answer has a cursor for the rest. With the cursor, the same request is sent
 * again, and its answer leaves out the part that was already shown. Pure.
 */
import { createHash } from 'node:crypto';
import type { Json } from '../openapi/publish.ts';

export const mostBytes = 100_000;
/** Room for a cursor and for the objects around a list. */
const spareBytes = 5_000;
/** Length of a text's part in UTF-16 units, each of which needs at most three bytes of JSON. */
const partLength = 31_000;
const prefix = 'cut.';

/**
 * The place where an answer continues. `api` is the API's own cursor. A list continues after the item with the id
 * `last`, or after `shown` items. A long text continues at `at`, if the text still has the same `hash`.
 */
export type Place = { api?: string; shown?: number; last?: string | number; at?: number; hash?: string };

/** Reads the argument `cursor`: a cursor from `cutAnswer`, or the API's own. `undefined` if it is damaged. */
export function readPlace(cursor: string): Place | undefined {
  if (!cursor.startsWith(prefix)) return { api: cursor };
  try {
    const { api, shown, last, at, hash } = JSON.parse(Buffer.from(cursor.slice(prefix.length), 'base64url').toString());
    const isCount = (value: unknown) => value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0);
    const isText = (value: unknown) => value === undefined || typeof value === 'string';
    return isCount(shown) && isCount(at) && isText(api) && isText(hash) ? { api, shown, last, at, hash } : undefined;
  } catch {
    return undefined;
  }
}

const write = (place: Place) => prefix + Buffer.from(JSON.stringify(place)).toString('base64url');
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Returns the JSON text of an answer starting at `place`. `undefined` if the answer has changed since. */
export function cutAnswer(body: unknown, place: Place): string | undefined {
  const whole = JSON.stringify(body);
  if (place.at === undefined && place.shown === undefined && Buffer.byteLength(whole) <= mostBytes) return whole;
  const listed = place.at === undefined ? cutList(body, place) : undefined;
  return listed ?? cutText(whole, place);
}

/** Shortens the longest list of an answer. `undefined` if that is not enough. */
function cutList(body: unknown, { api, shown = 0, last }: Place): string | undefined {
  const found = findLongest(body);
  if (!found) return undefined;
  const { list } = found;
  const lastAt = last === undefined ? -1 : list.findIndex((item) => idOf(item) === last);
  const start = lastAt < 0 ? Math.min(shown, list.length) : lastAt + 1;
  let room = mostBytes - spareBytes - bytesOf(replaced(body, list, []));
  let end = start;
  while (end < list.length) {
    room -= bytesOf(list[end]) + 1;
    if (room < 0) break;
    end++;
  }
  if (end === start && start < list.length) return undefined;
  const items = list.slice(start, end);
  if (end === list.length) return room < 0 ? undefined : JSON.stringify(replaced(body, list, items, false));
  const cursor = write({ ...(api === undefined ? {} : { api }), shown: end, ...idAsLast(list[end - 1]) });
  return JSON.stringify({
    cut: 'The answer was too long. Continue with this cursor.',
    cursor,
    rest: replaced(body, list, items),
  });
}

const idOf = (item: unknown) => {
  const { id, ID } = (item ?? {}) as Json;
  const value = id ?? ID;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
};
const idAsLast = (item: unknown) => {
  const last = idOf(item);
  return last === undefined ? {} : { last };
};

/** Finds the longest list among the values of an answer's objects. */
function findLongest(value: unknown): { list: unknown[]; bytes: number } | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return { list: value, bytes: bytesOf(value) };
  return Object.values(value)
    .map(findLongest)
    .reduce((a, b) => ((b?.bytes ?? 0) > (a?.bytes ?? 0) ? b : a), undefined);
}

/** The API's cursor to its next page, which would skip the rest of a shortened list. */
const nextPage = new Set(['nextCursor', 'next_cursor', 'cursor']);

/** Copies an answer, with one list's items replaced. `isCut` also removes the API's own cursor. */
function replaced(value: unknown, list: unknown[], items: unknown[], isCut = true): unknown {
  if (value === list) return items;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !(isCut && nextPage.has(name)));
  return Object.fromEntries(kept.map(([name, part]) => [name, replaced(part, list, items, isCut)]));
}

/** Returns a part of an answer's text. */
function cutText(whole: string, { api, at = 0, hash }: Place): string | undefined {
  const current = createHash('sha256').update(whole).digest('base64url').slice(0, 16);
  if (hash !== undefined && hash !== current) return undefined;
  const isPair = /[\ud800-\udbff]/.test(whole.charAt(at + partLength - 1));
  const end = at + partLength - (isPair ? 1 : 0);
  const part = whole.slice(at, end);
  if (end >= whole.length) return JSON.stringify({ part });
  const place = { ...(api === undefined ? {} : { api }), at: end, hash: current };
  return JSON.stringify({ cut: 'The answer was too long. This is a part of its JSON.', cursor: write(place), part });
}
