/** Every route of the daemon on one screen. Whatever no route takes is a short link. */
import { healthRoutes, type ReadyCheck } from '../shared/health.ts';
import { createHttpServer, type HotHandler, type HttpServer } from '../shared/http.ts';
import type { Context } from './context.ts';
import { errorRenderer } from './errors.ts';
import { linkRoutes } from './links/routes.ts';
import { Link, LinkInput, LinkPatch } from './links/schema.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { qrRoutes } from './qr/routes.ts';
import { statsRoutes } from './stats/routes.ts';

/** Groups of the published description, in its order. */
const groups = {
  Links: 'Short links, their tags and QR codes.',
  Analytics: 'Clicks.',
};

/** On a custom domain every path is a link's; the API, health and the rest answer everywhere else. */
export function createApp(
  context: Context,
  redirect: HotHandler,
  isCustomDomain: (host: string) => boolean,
  checks: Record<string, ReadyCheck>,
): HttpServer {
  const api = [...linkRoutes(context), ...qrRoutes(context), ...statsRoutes(context)];
  const { baseUrl } = context.config;
  return createHttpServer({
    routes: [
      ...healthRoutes(checks),
      ...api,
      ...openApiRoutes(api, { baseUrl, groups, named: { Link, LinkInput, LinkPatch } }),
    ],
    unknown: ['/api', '/api/*'],
    hot: redirect,
    hotHost: isCustomDomain,
    renderError: errorRenderer(context.log),
  });
}
