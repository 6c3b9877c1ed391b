/** Requests that read the links of running systems page by page through their APIs, with one entry per system. Pure. */
import { createHash } from 'node:crypto';
import { trimEndOf } from '../../../shared/trim.ts';

/** A system's URL, and the key for it. */
export type Access = { url: URL; key: string };

export type PageRequest = { url: URL; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string };

export type Page = {
  rows: readonly Readonly<Record<string, unknown>>[];
  /** The cursor of the next page; undefined on the last page. */
  next: string | undefined;
  /** The number of all links, if the system returns it. */
  total?: number;
};

export type System = {
  /** The URL of a hosted service; undefined for self-hosted systems. */
  home?: string;
  /** Returns the request for a page. `cursor` is undefined for the first page. */
  request: (access: Access, cursor: string | undefined) => PageRequest;
  /** Reads the rows of an answer. @throws TypeError if its format is unknown */
  read: (answer: unknown, cursor: string | undefined) => Page;
  /**
   * The request for a link's fields that are not on the page, and the reading of its answer. Undefined if the page
   * has all fields.
   */
  more?: {
    request: (access: Access, row: Readonly<Record<string, unknown>>) => PageRequest | undefined;
    read: (answer: unknown) => Fields;
  };
  /** Returns a link's identity, for systems whose pages can overlap. */
  idOf: (row: Readonly<Record<string, unknown>>) => unknown;
};

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Fields => {
  if (!isObject(value)) throw new TypeError('an object is missing');
  return value;
};
const list = (value: unknown): Fields[] => {
  if (!Array.isArray(value)) throw new TypeError('a list is missing');
  return value.map(fieldsOf);
};

/** Returns a URL below the system's URL, with parameters. */
function under({ url }: Access, path: string, parameters: Record<string, string> = {}): URL {
  const to = new URL(`${trimEndOf(url.origin + url.pathname, '/')}/${path}`);
  for (const [name, value] of Object.entries(parameters)) to.searchParams.set(name, value);
  return to;
}

const get = (url: URL, headers: Record<string, string>): PageRequest => ({ url, method: 'GET', headers });
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

/**
 * Shlink's links are sorted newest first, so that links created during the read shift pages down, and no link is
 * skipped.
 */
const shlink: System = {
  request: (access, cursor = '1') =>
    get(under(access, 'rest/v3/short-urls', { page: cursor, itemsPerPage: '100', orderBy: 'dateCreated-DESC' }), {
      'X-Api-Key': access.key,
    }),
  read(answer, cursor = '1') {
    const { data, pagination } = fieldsOf(fieldsOf(answer).shortUrls);
    const { pagesCount, totalItems } = fieldsOf(pagination);
    const isLast = Number(cursor) >= Number(pagesCount);
    return { rows: list(data), next: isLast ? undefined : String(Number(cursor) + 1), total: Number(totalItems) };
  },
  more: {
    request: (access, { hasRedirectRules, shortCode, domain }) =>
      hasRedirectRules === true && typeof shortCode === 'string'
        ? get(
            under(
              access,
              `rest/v3/short-urls/${encodeURIComponent(shortCode)}/redirect-rules`,
              typeof domain === 'string' ? { domain } : {},
            ),
            { 'X-Api-Key': access.key },
          )
        : undefined,
    read: (answer) => ({ redirectRules: list(fieldsOf(answer).redirectRules) }),
  },
  idOf: (row) => row.shortUrl,
};

const kuttPage = 50;
const kutt: System = {
  request: (access, cursor = '0') =>
    get(under(access, 'api/v2/links', { limit: String(kuttPage), skip: cursor }), { 'X-API-KEY': access.key }),
  read(answer, cursor = '0') {
    const { data, total } = fieldsOf(answer);
    const rows = list(data);
    const skip = Number(cursor) + rows.length;
    return { rows, next: rows.length > 0 && skip < Number(total) ? String(skip) : undefined, total: Number(total) };
  },
  idOf: (row) => row.id,
};

/**
 * YOURLS only sorts by time or by clicks, so links of the same second can be on two pages or on none. Two other orders
 * return the links that the first one misses. The key is `user:password`, or the signature on its tools page.
 */
const yourlsPage = 2_000;
const yourlsOrders = ['last', 'bottom', 'top'];
const yourls: System = {
  request({ url, key }, cursor = 'last 0') {
    const [filter = '', start = ''] = cursor.split(' ');
    const mark = key.indexOf(':');
    const login: object =
      mark < 0 ? { signature: key } : { username: key.slice(0, mark), password: key.slice(mark + 1) };
    const body = new URLSearchParams(Object.entries({ ...login, filter, start, limit: String(yourlsPage) }));
    body.set('action', 'stats');
    body.set('format', 'json');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    return { url: under({ url, key }, 'yourls-api.php'), method: 'POST', headers, body: body.toString() };
  },
  read(answer, cursor = 'last 0') {
    const { links = {}, stats } = fieldsOf(answer);
    const { total_links: total } = fieldsOf(stats);
    const rows = Array.isArray(links) ? list(links) : Object.values(fieldsOf(links)).map(fieldsOf);
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

/** Bitly's requests. The first answer lists an account's groups, which contain the links. */
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
    const fields = fieldsOf(answer);
    if (cursor === undefined) {
      return {
        rows: [],
        next: bitlyNext(
          list(fields.groups).map((group) => String(group.guid)),
          '',
        ),
      };
    }
    const { groups } = bitlyPlace(cursor);
    const after = fieldsOf(fields.pagination).search_after;
    const isMore = typeof after === 'string' && after !== '';
    return { rows: list(fields.links), next: isMore ? bitlyNext(groups, after) : bitlyNext(groups.slice(1), '') };
  },
  idOf: (row) => row.id ?? row.link,
};

export const systems = { shlink, kutt, yourls, dub, bitly } satisfies Record<string, System>;
export type SystemName = keyof typeof systems;

/** Returns a link's mark, which is short because there can be a million links. */
export const markOf = ({ idOf }: System, row: Readonly<Record<string, unknown>>): string =>
  createHash('sha1')
    .update(JSON.stringify(idOf(row) ?? row))
    .digest('base64')
    .slice(0, 16);
