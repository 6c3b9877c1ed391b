/** Every route of the daemon on one screen. Whatever no route takes is a short link. */
import { healthRoutes, type ReadyCheck } from '../shared/health.ts';
import { createHttpServer, type HotHandler, type HttpServer } from '../shared/http.ts';
import { accountPages } from './accounts/pages.ts';
import { accountRoutes } from './accounts/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import type { Context } from './context.ts';
import { errorRenderer } from './errors.ts';
import { keyRoutes } from './keys/routes.ts';
import { linkRoutes } from './links/routes.ts';
import { Link, LinkInput, LinkPatch } from './links/schema.ts';
import { memberRoutes } from './members/routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { qrRoutes } from './qr/routes.ts';
import { statsRoutes } from './stats/routes.ts';
import { workspaceRoutes } from './workspaces/routes.ts';

/** Groups of the published description, in its order. */
const groups = {
  Auth: 'Accounts and sessions.',
  Links: 'Short links, their tags and QR codes.',
  Analytics: 'Clicks.',
  Workspace: 'Workspaces, their members, and the audit log.',
  'API keys': 'What programs sign in with.',
};

/** On a custom domain every path is a link's; the API, health and the rest answer everywhere else. */
export function createApp(
  context: Context,
  redirect: HotHandler,
  isCustomDomain: (host: string) => boolean,
  checks: Record<string, ReadyCheck>,
): HttpServer {
  const api = [
    ...accountRoutes(context),
    ...linkRoutes(context),
    ...qrRoutes(context),
    ...statsRoutes(context),
    ...workspaceRoutes(context),
    ...memberRoutes(context),
    ...keyRoutes(context),
    ...auditRoutes(context),
  ];
  const { baseUrl } = context.config;
  return createHttpServer({
    routes: [
      ...healthRoutes(checks),
      ...api,
      ...accountPages(context),
      ...openApiRoutes(api, { baseUrl, groups, named: { Link, LinkInput, LinkPatch } }),
    ],
    unknown: ['/api', '/api/*'],
    hot: redirect,
    hotHost: isCustomDomain,
    renderError: errorRenderer(context.log),
  });
}
