/**
 * A browser's session: its token is in a cookie that scripts cannot read, accepted only from this service's own pages. The
 * token is moved to the request's Authorization header, so that no other code handles cookies.
 */
import type { Config } from '../../shared/config/config.ts';
import { isJson } from '../../shared/http/body.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { looksLikeSessionToken } from '../../shared/people/session-queries.ts';
import { createPageCookie, type PageCookie } from '../../shared/site/page-cookie.ts';

export type SessionCookie = Pick<PageCookie, 'isForeign' | 'hold' | 'ended'> & {
  /** Returns the request with the cookie's token as its credential, or `undefined` without an acceptable cookie. */
  read(request: HttpRequest): HttpRequest | undefined;
};

type Settings = Pick<Config, 'baseUrl' | 'sessionDays'>;

export function createSessionCookie({ baseUrl: url, sessionDays: days }: Settings): SessionCookie {
  const cookie = createPageCookie({ url, name: 'waypost', path: new URL(url).pathname, days });
  return {
    ...cookie,
    read(request) {
      if (request.headers.authorization !== undefined || !cookie.isOwn(request) || !isHarmless(request))
        return undefined;
      const token = cookie.read(request);
      return token !== undefined && looksLikeSessionToken(token) ? withToken(request, token) : undefined;
    },
  };
}

/** Accepts changes only in requests that a form of another site cannot send: JSON, files, or an empty body. */
const isHarmless = (request: HttpRequest) =>
  request.method === 'GET' ||
  request.method === 'HEAD' ||
  isJson(request) ||
  request.headers['content-type'] === 'application/octet-stream' ||
  (request.body.length === 0 && request.headers['content-type'] === undefined);

/**
 * Moves the token to the Authorization header. Images, downloads and event streams cannot send headers, so `?workspace=`
 * replaces X-Workspace-Id and is removed.
 */
function withToken(request: HttpRequest, token: string): HttpRequest {
  const query = new URLSearchParams(request.query);
  const workspace = request.headers['x-workspace-id'] ?? query.get('workspace') ?? undefined;
  query.delete('workspace');
  const headers = { ...request.headers, authorization: `Bearer ${token}`, 'x-workspace-id': workspace };
  return { ...request, headers, query: query.toString() };
}
