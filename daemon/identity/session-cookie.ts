/**
 * A session that a browser keeps: its token in a cookie that scripts cannot read, and that only requests of this service's
 * own pages count by. Such a request is read as if it carried the token in its Authorization header, so that nothing behind
 * this file knows of cookies.
 */
import type { Config } from '../../shared/config.ts';
import { isJson } from '../../shared/http/body.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { looksLikeSessionToken } from './secrets.ts';

export type SessionCookie = {
  /** Values of Set-Cookie: one that holds a session's token, and one that ends it. */
  hold(token: string): string;
  readonly ended: string;
  /** The request with the token of its cookie as its credential; undefined when it has none that counts. */
  read(request: HttpRequest): HttpRequest | undefined;
  /** Whether a browser sent the request for a page of another origin; programs that are no browser do not say. */
  isForeign(request: Pick<HttpRequest, 'headers'>): boolean;
};

type Settings = Pick<Config, 'baseUrl' | 'sessionDays'>;

export function createSessionCookie({ baseUrl, sessionDays }: Settings): SessionCookie {
  const { origin, protocol, pathname } = new URL(baseUrl);
  const isSecure = protocol === 'https:';
  const name = isSecure ? '__Secure-waypost' : 'waypost';
  const attributes = [`Path=${pathname}`, 'HttpOnly', 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])].join('; ');

  const isOwn = ({ headers }: Pick<HttpRequest, 'headers'>) =>
    headers['sec-fetch-site'] === undefined ? headers.origin === origin : headers['sec-fetch-site'] === 'same-origin';

  return {
    hold: (token) => `${name}=${token}; Max-Age=${sessionDays * 86_400}; ${attributes}`,
    ended: `${name}=; Max-Age=0; ${attributes}`,
    read(request) {
      if (request.headers.authorization !== undefined || !isOwn(request) || !isHarmless(request)) return undefined;
      const token = cookieOf(request, name);
      return token !== undefined && looksLikeSessionToken(token) ? withToken(request, token) : undefined;
    },
    isForeign: (request) =>
      !isOwn(request) && (request.headers['sec-fetch-site'] ?? request.headers.origin) !== undefined,
  };
}

/** Forms can send anything but JSON, so nothing else is sent to change something. */
const isHarmless = (request: HttpRequest) =>
  request.method === 'GET' ||
  request.method === 'HEAD' ||
  isJson(request) ||
  (request.body.length === 0 && request.headers['content-type'] === undefined);

/** A sibling domain can set one of the same name, and then nobody knows which is ours. */
function cookieOf({ headers }: Pick<HttpRequest, 'headers'>, name: string): string | undefined {
  const values = (headers.cookie ?? '').split(';').flatMap((part) => {
    const [key, value] = part.trim().split('=', 2);
    return key === name && value !== undefined ? [value] : [];
  });
  return new Set(values).size === 1 ? values[0] : undefined;
}

/** Images, downloads and event streams cannot send headers: `?workspace=` stands for X-Workspace-Id, and is taken off. */
function withToken(request: HttpRequest, token: string): HttpRequest {
  const query = new URLSearchParams(request.query);
  const workspace = request.headers['x-workspace-id'] ?? query.get('workspace') ?? undefined;
  query.delete('workspace');
  const headers = { ...request.headers, authorization: `Bearer ${token}`, 'x-workspace-id': workspace };
  return { ...request, headers, query: query.toString() };
}
