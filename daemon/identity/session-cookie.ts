/**
 * A browser's session: its token in a cookie that scripts cannot read, accepted only for requests of this service's own
 * pages. Such a request is read as if it carried the token in its Authorization header, so that no other code knows of
 * cookies.
 */
import type { Config } from '../../shared/config/config.ts';
import { isJson } from '../../shared/http/body.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { looksLikeSessionToken } from '../../shared/people/session-queries.ts';
import { createPageCookie, type PageCookie } from '../../shared/site/page-cookie.ts';

export type SessionCookie = Pick<PageCookie, 'isForeign' | 'hold' | 'ended'> & {
  /** The request with its cookie's token as credential; `undefined` without an acceptable one. */
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

/**
 * Forms of other sites can send neither JSON nor bytes without a type, as files are sent, so only such requests may
 * change something.
 */
const isHarmless = (request: HttpRequest) =>
  request.method === 'GET' ||
  request.method === 'HEAD' ||
  isJson(request) ||
  request.headers['content-type'] === 'application/octet-stream' ||
  (request.body.length === 0 && request.headers['content-type'] === undefined);

/** Images, downloads and event streams cannot send headers: `?workspace=` replaces X-Workspace-Id and is removed. */
function withToken(request: HttpRequest, token: string): HttpRequest {
  const query = new URLSearchParams(request.query);
  const workspace = request.headers['x-workspace-id'] ?? query.get('workspace') ?? undefined;
  query.delete('workspace');
  const headers = { ...request.headers, authorization: `Bearer ${token}`, 'x-workspace-id': workspace };
  return { ...request, headers, query: query.toString() };
}
