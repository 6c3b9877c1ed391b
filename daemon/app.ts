/** Every route of the daemon on one screen. Whatever no route takes is a short link. */
import { healthRoutes, type ReadyCheck } from '../shared/health.ts';
import { createHttpServer, type HotHandler, type HttpServer } from '../shared/http.ts';
import type { Context } from './context.ts';
import { errorRenderer } from './errors.ts';
import { linkRoutes } from './links/routes.ts';
import { statsRoutes } from './stats/routes.ts';

export const createApp = (context: Context, redirect: HotHandler, checks: Record<string, ReadyCheck>): HttpServer =>
  createHttpServer({
    routes: [...healthRoutes(checks), ...linkRoutes(context), ...statsRoutes(context)],
    unknown: ['/api', '/api/*'],
    hot: redirect,
    renderError: errorRenderer(context.log),
  });
