/** DNS lookups that distinguish "no such record" from "lookup failed", and that end within a time limit. */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** The records found, possibly none; `undefined` if the lookup failed. */
export type LookedUp = string[] | undefined;

export type Lookups = {
  txt(name: string): Promise<LookedUp>;
  cname(name: string): Promise<LookedUp>;
  /** IPv4 and IPv6 addresses; `undefined` unless both lookups worked. */
  addresses(name: string): Promise<LookedUp>;
};

const onceMs = 1_200;
const tries = 2;
/** Errors that mean "no record"; all others mean that the lookup failed. */
const nothing = new Set(['ENODATA', 'ENOTFOUND']);

/** Opens a resolver, whose lookups fail after `withinMs`. Without `servers`, it uses the system's DNS servers. */
export function openLookups(servers: string[], withinMs: number): Lookups {
  const resolver = new Resolver({ timeout: onceMs, tries });
  if (servers.length > 0) resolver.setServers(servers);
  setTimeout(() => resolver.cancel(), withinMs).unref();
  const find = async (look: () => Promise<string[]>): Promise<LookedUp> => {
    try {
      return await look();
    } catch (error) {
      return nothing.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
    }
  };
  return {
    txt: (name) => find(async () => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    cname: (name) => find(() => resolver.resolveCname(name)),
    async addresses(name) {
      if (isIP(name)) return [name];
      // A DNS server does not need to know this name (RFC 6761).
      if (name === 'localhost') return ['127.0.0.1', '::1'];
      const [v4, v6] = await Promise.all([find(() => resolver.resolve4(name)), find(() => resolver.resolve6(name))]);
      return v4 && v6 ? [...v4, ...v6] : undefined;
    },
  };
}
