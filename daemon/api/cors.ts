/**
 * CORS for web pages that call the API with their own token (CORS_ORIGINS). Cookies are never accepted from other
 * origins, so `Access-Control-Allow-Credentials` is not sent.
 */
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest, HttpRoute } from '../../shared/http/route.ts';

const exposed = [
  ...['RateLimit', 'RateLimit-Policy', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
  ...['Retry-After', 'X-Request-Id', 'Idempotency-Replayed', 'ETag', 'X-Ignored-Parameters'],
].join(', ');
const preflightSeconds = 600;

export type Cors = {
  /** Returns the headers for an answer below `/api`. */
  headersOf(request: Pick<HttpRequest, 'path' | 'headers'>): Record<string, string>;
  /** Returns an OPTIONS route for the path of each route. */
  preflights(routes: HttpRoute[]): HttpRoute[];
};

/** Creates the policy for these origins. `*` allows all origins, an empty list none. */
export function createCors(origins: string[]): Cors {
  const allowed = new Set(origins.map((origin) => origin.toLowerCase().replace(/\/$/, '')));
  const anyOrigin = allowed.has('*');
  const isAllowed = ({ origin }: HttpRequest['headers']) =>
    origin !== undefined && (anyOrigin || allowed.has(origin.toLowerCase()));

  const preflight = (methods: string[]) => (request: HttpRequest) => {
    const allow = methods.join(', ');
    const isPreflight = isAllowed(request.headers) && request.headers['access-control-request-method'] !== undefined;
    const granted = {
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-Match, X-Workspace-Id',
      'Access-Control-Max-Age': String(preflightSeconds),
    };
    return { status: 204, headers: { Allow: allow, ...(isPreflight ? granted : {}) } } satisfies HttpAnswer;
  };

  return {
    headersOf({ path, headers }): Record<string, string> {
      if (allowed.size === 0 || !(path === '/api' || path.startsWith('/api/'))) return {};
      return {
        // With `*` the answer does not depend on the origin.
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
        for (const allowed of method === 'GET' ? ['GET', 'HEAD'] : [method]) methods.add(allowed);
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
