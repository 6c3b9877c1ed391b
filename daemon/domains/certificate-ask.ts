/**
 * Answers a proxy that issues certificates on demand (Caddy's `on_demand_tls { ask … }`): 200 for a name served here,
 * 404 for any other, so that strangers cannot have certificates issued.
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
