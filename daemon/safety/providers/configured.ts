/** The configured providers and DNS servers. */
import { Resolver } from 'node:dns/promises';
import type { Config } from '../../../shared/config/config.ts';
import { trimEndOf } from '../../../shared/trim.ts';
import { createProviders, type Providers } from './ask-providers.ts';
import { createSpamhaus } from './spamhaus.ts';
import { createWebRisk } from './web-risk.ts';

type Settings = Pick<Config, 'webRisk' | 'spamhaus' | 'safety'>;

export function configuredProviders({ webRisk, spamhaus, safety }: Settings): Providers {
  return createProviders([
    ...(webRisk.apiKey === '' ? [] : [createWebRisk(webRisk.apiKey, trimEndOf(webRisk.apiBase, '/'))]),
    ...(spamhaus.zone === '' ? [] : [createSpamhaus(spamhaus.zone, createResolver(safety.resolvers))]),
  ]);
}

/**
 * Creates a resolver. `timeoutMs` is the time limit per DNS server. @throws if a server is not `address` or
 * `address:port`
 */
export function createResolver(servers: string[], timeoutMs = 2_000): Resolver {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}
