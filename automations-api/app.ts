/** The automation service: the host, its plugins and the HTTP server they answer through. */
import { healthRoutes, type ReadyCheck } from '../shared/health.ts';
import { createHttpServer, type HttpServer } from '../shared/http/server.ts';
import { type HostStores, PluginHost } from './host/plugin-host.ts';
import { automations } from './plugins/automations/plugin.ts';

export type App = { http: HttpServer; host: PluginHost };

/** @throws when the automations plugin cannot be activated: without it there is nothing to serve. */
export async function createApp(stores: HostStores, checks: Record<string, ReadyCheck>): Promise<App> {
  const host = new PluginHost(stores);
  if (!(await host.add(automations))) throw new Error('the automations plugin could not be activated');
  const http = createHttpServer({
    routes: healthRoutes(checks),
    hsts: { seconds: stores.config.hstsSeconds, behindTls: stores.config.siteUrl.startsWith('https:') },
    hot: (res, req, kit) => kit.later(res, req, (request) => host.rest.handle(request)),
    renderError: (error, request) => host.rest.renderError(error, request),
  });
  return { http, host };
}
