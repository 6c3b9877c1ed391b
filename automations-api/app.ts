/** The automation service: the host, its plugins and the HTTP server they answer through. */
import { healthRoutes, type ReadyChecks } from '../shared/http/health.ts';
import type { HttpRequest } from '../shared/http/request.ts';
import { createHttpServer, type HttpServer } from '../shared/http/server.ts';
import { openAdminSite } from './admin-site.ts';
import { AdministerPlugins } from './host/administer-plugins.ts';
import { FollowPlugins } from './host/follow-plugins.ts';
import type { PluginSource } from './host/installed-plugins.ts';
import { type HostStores, PluginHost } from './host/plugin-host.ts';
import { countFaults } from './host/watchdog/count-faults.ts';
import { initiallyActive, installedPlugins } from './site-plugins.ts';

/** Routes of plugins that take files, which are not held in memory as other bodies are. */
const uploadPaths = ['/wp-json/automations/import/add'];
const largestFile = 2 ** 30;

export type App = {
  http: HttpServer;
  host: PluginHost;
  /** Stops every plugin, and following which are active. */
  stop: () => Promise<void>;
};

/** @throws when the database lacks migrations. A plugin that cannot start is logged, and the rest serve. */
export async function createApp(
  stores: Omit<HostStores, 'plugins' | 'trusted'>,
  checks: ReadyChecks,
  installed: PluginSource = installedPlugins(stores.config),
): Promise<App> {
  const plugins = new AdministerPlugins(installed, initiallyActive, stores);
  const host = new PluginHost({ ...stores, plugins: plugins.switch, trusted: initiallyActive });
  const follow = new FollowPlugins(host, installed, plugins.active, stores);
  await follow.start(() => countFaults(plugins, installed, initiallyActive, stores));
  const handle = (request: HttpRequest) => {
    host.pulse.stir();
    return host.rest.handle(request);
  };
  const http = createHttpServer({
    routes: [
      ...healthRoutes(checks),
      ...(await openAdminSite()),
      ...uploadPaths.map((path) => ({
        ...({ method: 'POST', path, streamsBody: true, bodyLimit: largestFile } as const),
        handle,
      })),
    ],
    hsts: { seconds: stores.config.hstsSeconds, behindTls: stores.config.siteUrl.startsWith('https:') },
    hot: (res, req, kit) => kit.later(res, req, handle),
    renderError: (error, request) => host.rest.renderError(error, request),
  });
  return { http, host, stop: () => follow.stop() };
}
