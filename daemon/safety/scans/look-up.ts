/** From a name to all its addresses: by the machine's own means, or at the DNS servers that the settings name. */
import { resolveHost } from '../../../shared/net/outbound.ts';
import { createResolver } from '../providers/configured.ts';

export function createLookUp(servers: string[]): (host: string) => Promise<string[]> {
  if (servers.length === 0) return resolveHost;
  const resolver = createResolver(servers);
  return async (host) => {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}
