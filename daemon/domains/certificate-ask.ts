/**
 * A page for proxies that issue certificates on demand (Caddy's `on_demand_tls { ask … }`). It answers 200 for a name
 * that Waypost serves and 404 for others. So nobody can make the proxy order certificates for other names.
 */
import type { Config } from '../../shared/config/config.ts';
import type { Page } from '../../shared/process/metrics.ts';
import type { Db } from '../core/tables.ts';
import { hostOf, ownHosts } from './hostname.ts';
import { isServing } from './queries.ts';

export const askPath = '/domains/ask';

export function createAsk(config: Config, db: Db): Page {
  const own = ownHosts(config);
  return async (query) => {
    const name = hostOf(query.get('domain') ?? '');
    return { status: own.has(name) || (await isServing(db, name)) ? 200 : 404 };
  };
}
