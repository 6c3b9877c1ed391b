/**
 * Web pages that may call the API with their own token (CORS_ORIGINS). Browser credentials such as cookies are never
 * allowed from elsewhere, so there is no `Access-Control-Allow-Credentials` here.
 */
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest, HttpRoute } from '../../shared/http/route.ts';

const exposed = [
  ...['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ...['Retry-After', 'X-Request-Id', 'Idempotency-Replayed', 'ETag'],
].join(', ');
const preflightSeconds = 600;

export type Cors = {
  /** The headers of every answer below `/api`. */
  headersOf(request: Pick<HttpRequest, 'path' | 'headers'>): Record<string, string>;
  /** OPTIONS at the path of each route. */
  preflights(routes: HttpRoute[]): HttpRoute[];
};

/** `*` among the origins allows all of them; an empty list allows none. */
export function createCors(origins: string[]): Cors {
  const allowed = new Set(origins.map((origin) => origin.toLowerCase().replace(/\/$/, '')));
  const anyOrigin = allowed.has('*');
  const isAllowed = ({ origin }: HttpRequest['headers']) =>
    origin !== undefined && (anyOrigin || allowed.has(origin.toLowerCase()));

  const preflight = (methods: string[]) => (request: HttpRequest) => {
    const allow = methods.join(', ');
    const isAsked = isAllowed(request.headers) && request.headers['access-control-request-method'] !== undefined;
    const granted = {
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, X-Workspace-Id',
      'Access-Control-Max-Age': String(preflightSeconds),
    };
    return { status: 204, headers: { Allow: allow, ...(isAsked ? granted : {}) } } satisfies HttpAnswer;
  };

  return {
    headersOf({ path, headers }): Record<string, string> {
      if (allowed.size === 0 || !(path === '/api' || path.startsWith('/api/'))) return {};
      return {
        // `*` gives everyone the same answer.
        ...(anyOrigin ? {} : { Vary: 'Origin' }),
        ...(isAllowed(headers)
          ? {
              'Access-Control-Allow-Origin': anyOrigin ? '*' : (headers.origin as string),
              'Access-Control-Expose-Headers': exposed,
            }
          : {}),
      };
    },
    preflights(routes) {
      const methodsOf = new Map<string, Set<string>>();
      for (const { method, path } of routes) {
        if (!path.startsWith('/api/')) continue;
        const methods = methodsOf.get(path) ?? new Set();
        for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method]) methods.add(one);
        methodsOf.set(path, methods);
      }
      return [...methodsOf].map(([path, methods]) => ({
        method: 'OPTIONS',
        path,
        handle: preflight([...methods, 'OPTIONS']),
      }));
    },
  };
}
