/** How the links of a running system are asked for, page after page, by its own API. One entry a system; pure. */
import { createHash } from 'node:crypto';
import { trimEndOf } from '../../../shared/trim.ts';

/** Where and as whom. */
export type Access = { url: URL; key: string };

export type PageRequest = { url: URL; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string };

export type Page = {
  rows: readonly Readonly<Record<string, unknown>>[];
  /** Where the next page begins; undefined: there is none. */
  next: string | undefined;
  /** How many links there are, where the system says so. */
  total?: number;
};

export type System = {
  /** Where the service itself is; undefined: everybody has their own. */
  home?: string;
  /** `cursor` is undefined for the first page. */
  request: (access: Access, cursor: string | undefined) => PageRequest;
  /** Rows of an answer. @throws TypeError if it has an unknown form */
  read: (answer: unknown, cursor: string | undefined) => Page;
  /** Identifies a link, for systems whose pages can overlap. */
  idOf: (row: Readonly<Record<string, unknown>>) => unknown;
};

type Members = Record<string, unknown>;
const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const members = (value: unknown): Members => {
  if (!isMembers(value)) throw new TypeError('an object is missing');
  return value;
};
const list = (value: unknown): Members[] => {
  if (!Array.isArray(value)) throw new TypeError('a list is missing');
  return value.map(members);
};

/** A path below the address given, with parameters. */
function under({ url }: Access, path: string, parameters: Record<string, string> = {}): URL {
  const to = new URL(`${trimEndOf(url.origin + url.pathname, '/')}/${path}`);
  for (const [name, value] of Object.entries(parameters)) to.searchParams.set(name, value);
  return to;
}

const get = (url: URL, headers: Record<string, string>): PageRequest => ({ url, method: 'GET', headers });
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/** Newest first: where links are deleted while as many are created, pages move down rather than up, and none is passed over. */
const shlink: System = {
  request: (access, cursor = '1') =>
    get(under(access, 'rest/v3/short-urls', { page: cursor, itemsPerPage: '100', orderBy: 'dateCreated-DESC' }), {
      'X-Api-Key': access.key,
    }),
  read(answer, cursor = '1') {
    const { data, pagination } = members(members(answer).shortUrls);
    const { pagesCount, totalItems } = members(pagination);
    const isLast = Number(cursor) >= Number(pagesCount);
    return { rows: list(data), next: isLast ? undefined : String(Number(cursor) + 1), total: Number(totalItems) };
  },
  idOf: (row) => row.shortUrl,
};

const kuttPage = 50;
const kutt: System = {
  request: (access, cursor = '0') =>
    get(under(access, 'api/v2/links', { limit: String(kuttPage), skip: cursor }), { 'X-API-KEY': access.key }),
  read(answer, cursor = '0') {
    const { data, total } = members(answer);
    const rows = list(data);
    const skip = Number(cursor) + rows.length;
    return { rows, next: rows.length > 0 && skip < Number(total) ? String(skip) : undefined, total: Number(total) };
  },
  idOf: (row) => row.id,
};

/**
 * YOURLS sorts by time or by clicks alone, so that links of one second may come on two pages or on none: a second order and a third
 * bring what the first left out. The key is `user:password`, or the signature that its page of tools shows.
 */
const yourlsPage = 2_000;
const yourlsOrders = ['last', 'bottom', 'top'];
const yourls: System = {
  request({ url, key }, cursor = 'last 0') {
    const [filter = '', start = ''] = cursor.split(' ');
    const mark = key.indexOf(':');
    const who: object = mark < 0 ? { signature: key } : { username: key.slice(0, mark), password: key.slice(mark + 1) };
    const body = new URLSearchParams(Object.entries({ ...who, filter, start, limit: String(yourlsPage) }));
    body.set('action', 'stats');
    body.set('format', 'json');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return { url: under({ url, key }, 'yourls-api.php'), method: 'POST', headers, body: body.toString() };
  },
  read(answer, cursor = 'last 0') {
    const { links = {}, stats } = members(answer);
    const { total_links: total } = members(stats);
    const rows = Array.isArray(links) ? list(links) : Object.values(members(links)).map(members);
    const [order = '', start] = cursor.split(' ');
    const after = Number(start) + rows.length;
    const nextOrder = yourlsOrders[yourlsOrders.indexOf(order) + 1];
    const isOver = rows.length === 0 || after >= Number(total);
    return {
      rows,
      next: isOver ? nextOrder && `${nextOrder} 0` : `${order} ${after}`,
      total: Number(total),
    };
  },
  idOf: (row) => row.shorturl,
};

const dubPage = 100;
const dub: System = {
  home: 'https://api.dub.co',
  request: (access, cursor) =>
    get(
      under(access, 'links', {
        pageSize: String(dubPage),
        showArchived: 'true',
        ...(cursor === undefined ? {} : { startingAfter: cursor }),
      }),
      bearer(access.key),
    ),
  read(answer) {
    const rows = list(answer);
    const last = rows.length < dubPage ? undefined : rows.at(-1)?.id;
    return { rows, next: typeof last === 'string' ? last : undefined };
  },
  idOf: (row) => row.id,
};

type BitlyPlace = { groups: string[]; after: string };
const bitlyPlace = (cursor: string): BitlyPlace => JSON.parse(cursor);
const bitlyNext = ([group, ...rest]: string[], after: string) =>
  group === undefined ? undefined : JSON.stringify({ groups: [group, ...rest], after });

/** The first answer names the groups of an account, which have the links. */
const bitly: System = {
  home: 'https://api-ssl.bitly.com',
  request(access, cursor) {
    if (cursor === undefined) return get(under(access, 'v4/groups'), bearer(access.key));
    const { groups, after } = bitlyPlace(cursor);
    const parameters = { size: '100', archived: 'both', ...(after === '' ? {} : { search_after: after }) };
    return get(
      under(access, `v4/groups/${encodeURIComponent(groups[0] ?? '')}/bitlinks`, parameters),
      bearer(access.key),
    );
  },
  read(answer, cursor) {
    const given = members(answer);
    if (cursor === undefined) {
      return {
        rows: [],
        next: bitlyNext(
          list(given.groups).map((group) => String(group.guid)),
          '',
        ),
      };
    }
    const { groups } = bitlyPlace(cursor);
    const after = members(given.pagination).search_after;
    const isMore = typeof after === 'string' && after !== '';
    return { rows: list(given.links), next: isMore ? bitlyNext(groups, after) : bitlyNext(groups.slice(1), '') };
  },
  idOf: (row) => row.id ?? row.link,
};

export const systems = { shlink, kutt, yourls, dub, bitly } satisfies Record<string, System>;
export type SystemName = keyof typeof systems;

/** A link's mark among those read, short, as there may be a million. */
export const markOf = ({ idOf }: System, row: Readonly<Record<string, unknown>>): string =>
  createHash('sha1')
    .update(JSON.stringify(idOf(row) ?? row))
    .digest('base64')
    .slice(0, 16);
