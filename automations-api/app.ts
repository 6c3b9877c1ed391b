/** The automation service: the host, its plugins and the HTTP server. */
import path from 'node:path';
import type { Config } from '../shared/config/config.ts';
import { healthRoutes, type ReadyChecks } from '../shared/http/health.ts';
import type { HttpRoute } from '../shared/http/route.ts';
import { createHttpServer, type HttpServer } from '../shared/http/server.ts';
import { mcpRoute } from '../shared/mcp/route.ts';
import { projectRoot } from '../shared/paths.ts';
import { openStaticSite } from '../shared/site/static-site.ts';
import { AdministerPlugins } from './host/administer-plugins.ts';
import { FollowPlugins } from './host/follow-plugins.ts';
import type { PluginSource } from './host/installed-plugins.ts';
import { contactTools } from './host/mcp.ts';
import { type HostStores, PluginHost } from './host/plugin-host.ts';
import { serveHost } from './host/serve.ts';
import { countFaults } from './host/watchdog/count-faults.ts';
import { initiallyActive, installedPlugins } from './site-plugins.ts';

/** Returns the plugin routes that stream an uploaded file instead of buffering the body. */
const uploadPathsOf = ({ apiNamespaces }: Config) => apiNamespaces.map((name) => `/wp-json/${name}/import/add`);
const largestFile = 2 ** 30;

export type App = {
  http: HttpServer;
  host: PluginHost;
  /** Stops all plugins and the watch for activations. */
  stop: () => Promise<void>;
};

/**
 * Starts the host with its active plugins. A plugin that cannot start is logged and left out.
 * @throws if the database lacks migrations
 */
export async function createApp(
  stores: Omit<HostStores, 'plugins' | 'trusted'>,
  checks: ReadyChecks,
  installed: PluginSource = installedPlugins(stores.config),
): Promise<App> {
  const plugins = new AdministerPlugins(installed, initiallyActive, stores);
  const host = new PluginHost({ ...stores, plugins: plugins.switch, trusted: initiallyActive });
  const follow = new FollowPlugins(host, installed, plugins.active, stores);
  await follow.start(() => countFaults(plugins, installed, initiallyActive, stores));
  const { handle, serving } = serveHost(host);
  const http = createHttpServer({
    routes: [
      ...healthRoutes(checks),
      ...openAdminSite(),
      // The second path is for a proxy that serves both services at one URL.
      ...['/mcp', '/wp-json/mcp'].map((path) => mcpRoute(path, contactTools(host, stores.config, handle))),
      ...uploadPathsOf(stores.config).map((path) => ({
        ...({ method: 'POST', path, streamsBody: true, bodyLimit: largestFile } as const),
        handle,
      })),
    ],
    hsts: { seconds: stores.config.hstsSeconds, behindTls: stores.config.siteUrl.startsWith('https:') },
    ...serving,
  });
  return { http, host, stop: () => follow.stop() };
}

/** Serves the built admin application at `/wp-admin`. */
const openAdminSite = (): HttpRoute[] =>
  openStaticSite({
    at: '/wp-admin',
    folder: path.join(projectRoot, '.build/admin'),
    hasFrames: true,
    missing: () => ({
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
      body: 'The admin application is not built. The operator builds it with `npm run build`.\n',
    }),
  });
