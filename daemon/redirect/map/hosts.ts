/** Which domain a Host header names: the default short domain (0), a custom domain's id, or none (-1). */
import { domainToASCII } from 'node:url';

export type Hosts = {
  /** Asked on every redirect; hosts seen before are answered from a small cache. */
  find(host: string): number;
  /** The custom domains that serve, all of them. */
  replace(domains: { id: number; hostname: string }[]): void;
  list(): { id: number; hostname: string }[];
};

/** On a default domain that is this machine's own, every local spelling of it counts, whatever the port. */
const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;
const cachedAtMost = 10_000;
const longestHost = 262;

export function createHosts(defaultDomain: string): Hosts {
  const own = withoutPort(normalise(defaultDomain));
  const isLocal = local.test(own);
  let custom = new Map<string, number>();
  let cache = new Map<string, number>();

  const lookUp = (host: string): number => {
    const name = withoutPort(normalise(host));
    if (name === own || (isLocal && local.test(name))) return 0;
    return custom.get(name) ?? custom.get(domainToASCII(name)) ?? -1;
  };
  return {
    find(host) {
      const cached = cache.get(host);
      if (cached !== undefined) return cached;
      if (host.length > longestHost) return -1;
      const found = lookUp(host);
      if (cache.size >= cachedAtMost) cache = new Map();
      cache.set(host, found);
      return found;
    },
    replace(domains) {
      custom = new Map(domains.map(({ id, hostname }) => [hostname, id]));
      cache = new Map();
    },
    list: () => [...custom].map(([hostname, id]) => ({ hostname, id })),
  };
}

/** Lower case, and without the dot that ends a fully qualified name. */
const normalise = (host: string) => host.toLowerCase().replace(/\.(?=$|:\d*$)/, '');
const withoutPort = (host: string) => host.replace(/:\d*$/, '');
