/** DNS lookups that tell "there is no such record" from "it could not be looked up", and that end within a set time. */
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** What a lookup found, perhaps nothing; undefined when it could not be made. */
export type LookedUp = string[] | undefined;

export type Lookups = {
  txt(name: string): Promise<LookedUp>;
  cname(name: string): Promise<LookedUp>;
  /** IPv4 and IPv6 addresses; undefined unless both could be looked up. */
  addresses(name: string): Promise<LookedUp>;
};

const onceMs = 1_200;
const tries = 2;
/** Answers that say there is nothing; all others say that nobody could tell. */
const nothing = new Set(['ENODATA', 'ENOTFOUND']);

/** Every lookup still open after `withinMs` ends as one that could not be made. `servers` none: the system's. */
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
      // No server need know it (RFC 6761).
      if (name === 'localhost') return ['127.0.0.1', '::1'];
      const [v4, v6] = await Promise.all([find(() => resolver.resolve4(name)), find(() => resolver.resolve6(name))]);
      return v4 && v6 ? [...v4, ...v6] : undefined;
    },
  };
}
