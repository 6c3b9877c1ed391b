/** All routes of the daemon. A path without a route is a short link. */
import { demoReadOnly, isRefused } from '../shared/demo/read-only.ts';
import { healthRoutes, type ReadyChecks } from '../shared/http/health.ts';
import type { HttpOptions, HttpRequest, HttpRoute } from '../shared/http/route.ts';
import { createHttpServer, type HttpServer } from '../shared/http/server.ts';
import { mcpRoute } from '../shared/mcp/route.ts';
import { addressRoutes } from './accounts/address-routes.ts';
import { cookieRoutes } from './accounts/cookie-routes.ts';
import { entryRoutes } from './accounts/entry-routes.ts';
import { factorRoutes } from './accounts/factor-routes.ts';
import { handOverRoutes } from './accounts/hand-over-routes.ts';
import { passkeyRoutes } from './accounts/passkey-routes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { sessionRoutes } from './accounts/session-routes.ts';
import { verifyRoutes } from './accounts/verify-routes.ts';
import type { Context } from './api/context.ts';
import { createCors } from './api/cors.ts';
import type { Description } from './api/endpoint.ts';
import { errorRenderer } from './api/errors.ts';
import { openApiDocument } from './api/openapi/document.ts';
import { openApiRoutes } from './api/openapi/routes.ts';
import { auditRoutes } from './audit-log/routes.ts';
import { createBilling } from './billing/create-billing.ts';
import { planRoutes } from './billing/plan-routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { createCompat } from './compat/routes.ts';
import { challengeRoutes } from './domains/challenges.ts';
import { domainRoutes } from './domains/routes.ts';
import { domainSettingRoutes } from './domains/settings-routes.ts';
import { reportRoutes as emailReportRoutes } from './email-reports/routes.ts';
import { unsubscribeRoutes } from './email-reports/unsubscribe.ts';
import { installationHealthRoutes } from './health/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { keyRoutes } from './keys/routes.ts';
import { contactsRoutes } from './link-clicks/routes.ts';
import { manyLinkRoutes } from './links/many-routes.ts';
import { linkRoutes } from './links/routes.ts';
import { linkTools } from './mcp/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { oidcRoutes } from './oidc/routes.ts';
import { ownershipRoutes } from './ownership/routes.ts';
import { publishedSchemas } from './published-schemas.ts';
import { qrRoutes } from './qr/routes.ts';
import { appealRoutes } from './safety/appeals/routes.ts';
import { operatorRoutes } from './safety/operators/routes.ts';
import { reportRoutes } from './safety/reports/routes.ts';
import { publicShareRoutes } from './shares/public-routes.ts';
import { shareRoutes } from './shares/routes.ts';
import { statsRoutes } from './stats/routes.ts';
import { tagRoutes } from './tags/routes.ts';
import { utmTemplateRoutes } from './utm-templates/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { workspaceRoutes } from './workspaces/routes.ts';

/** The groups of the OpenAPI description, in the order in which they are shown. */
const groups = {
  Auth: 'Accounts and sessions.',
  Links: 'Short links, their tags and QR codes.',
  Imports: "Imports of links from other systems and from Waypost's exports.",
  Analytics: 'Clicks.',
  Domains: 'Custom domains of short links.',
  Workspace: 'Workspaces, their members, and the audit log.',
  'API keys': 'API keys for programs.',
  Webhooks: 'Webhooks, which send events to your server.',
  Billing: 'Plans and their payment.',
  Safety: 'Reviews and bans in all workspaces, for operators of the installation.',
  Dashboard: "Sign-in to the dashboard, with a cookie that is valid only for requests from the dashboard's pages.",
};

/**
 * Creates the HTTP server. On a custom domain every path is a link; the API and the other routes answer on all other
 * hosts. `onRequest` is called for requests that can cause work for the worker, but not for redirects or probes.
 */
export function createApp(
  context: Context,
  redirects: Pick<HttpOptions, 'hot' | 'onConnection'>,
  checks: ReadyChecks,
  { sites, onRequest = () => {} }: { sites: HttpRoute[]; onRequest?: () => void },
): HttpServer {
  const billing = createBilling(context);
  const api = [
    ...accountRoutes(context),
    ...passkeyRoutes(context),
    ...sessionRoutes(context),
    ...factorRoutes(context),
    ...verifyRoutes(context),
    ...addressRoutes(context),
    ...cookieRoutes(context),
    ...handOverRoutes(context),
    ...entryRoutes(context),
    ...oidcRoutes(context),
    ...linkRoutes(context),
    ...manyLinkRoutes(context),
    ...importRoutes(context),
    ...tagRoutes(context),
    ...utmTemplateRoutes(context),
    ...qrRoutes(context),
    ...statsRoutes(context),
    ...shareRoutes(context),
    ...publicShareRoutes(context),
    ...domainRoutes(context),
    ...domainSettingRoutes(context),
    ...workspaceRoutes(context),
    ...memberRoutes(context),
    ...emailReportRoutes(context),
    ...contactsRoutes(context),
    ...ownershipRoutes(context),
    ...keyRoutes(context),
    ...webhookRoutes(context),
    ...planRoutes(context),
    ...billingRoutes(context, billing),
    ...auditRoutes(context),
    ...appealRoutes(context),
    ...operatorRoutes(context),
    ...installationHealthRoutes(context),
  ];
  const { baseUrl, corsOrigins, demo, hstsSeconds } = context.config;
  const cors = createCors(corsOrigins);
  const all: HttpRoute[] = [
    ...healthRoutes(checks),
    ...[...api, ...billing.routes, ...reportRoutes(context), ...unsubscribeRoutes(context)].map(notifying(onRequest)),
    ...sites,
    ...openApiRoutes(api, { baseUrl, groups, named: publishedSchemas }),
  ];
  const routes = demo ? all.map(readOnly) : all;
  const document = () =>
    openApiDocument(
      api.map(({ description }) => description),
      { baseUrl, groups, named: publishedSchemas },
    );
  const callable = (demo ? api.map(readOnly) : api).map(notifying(onRequest));
  const compat = createCompat(context, callable, errorRenderer(context.log));
  return createHttpServer({
    routes: [...routes, ...cors.preflights(routes), mcpRoute('/mcp', linkTools(context, routes, document))],
    headersOf: (request) => ({ ...cors.headersOf(request), ...compat.headersOf(request) }),
    hsts: { seconds: hstsSeconds, behindTls: baseUrl.startsWith('https:') },
    unknown: ['/api', '/api/*'],
    everywhere: [...challengeRoutes(context), ...compat.routes],
    ...redirects,
    hotHost: (host) => context.findDomain(host) > 0,
    renderError: compat.renderError,
  });
}

type Described = HttpRoute & { description?: Description };

const notifying =
  (onRequest: () => void) =>
  <Route extends Described>(route: Route): Route => ({
    ...route,
    handle(request: HttpRequest) {
      onRequest();
      return route.handle(request);
    },
  });

/** Wraps a route for a demo, which refuses most changes. */
const readOnly = <Route extends Described>(route: Route): Route =>
  isRefused(route.method, route.description?.inDemo)
    ? {
        ...route,
        handle() {
          throw demoReadOnly();
        },
      }
    : route;
