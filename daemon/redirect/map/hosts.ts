/** The domain of a Host header: the default short domain (0), a custom domain's id, or none (-1). */
import { domainToASCII } from 'node:url';
import type { DomainApps, DomainBrand } from '../../core/tables.ts';

/** A custom domain whose links redirect. The URLs are Locations; settings that are not set are left out. */
export type ServingDomain = {
  id: number;
  hostname: string;
  rootUrl?: string;
  notFoundUrl?: string;
  brand?: DomainBrand;
  apps?: DomainApps;
};

export type Hosts = {
  /** Returns the domain's id. It is called on every redirect, so a small cache has the known hosts. */
  find(host: string): number;
  /** Returns a custom domain's settings; undefined for the default domain and for none. */
  settings(domainId: number): ServingDomain | undefined;
  /** Replaces all serving custom domains. */
  replace(domains: ServingDomain[]): void;
  /** Updates some domains: `domains` are the serving ones among `ids`. */
  refresh(ids: number[], domains: ServingDomain[]): void;
  list(): ServingDomain[];
};

/** Local host names. If the default domain is local, all local names count as the default domain, with any port. */
const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/;
const cachedAtMost = 10_000;
const longestHost = 262;

export function createHosts(defaultDomain: string): Hosts {
  const own = withoutPort(normalise(defaultDomain));
  const isLocal = local.test(own);
  let byId = new Map<number, ServingDomain>();
  let custom = new Map<string, number>();
  let cache = new Map<string, number>();

  const lookUp = (host: string): number => {
    const name = withoutPort(normalise(host));
    if (name === own || (isLocal && local.test(name))) return 0;
    return custom.get(name) ?? custom.get(domainToASCII(name)) ?? -1;
  };
  function replace(domains: ServingDomain[]): void {
    byId = new Map(domains.map((domain) => [domain.id, domain]));
    custom = new Map(domains.map(({ id, hostname }) => [hostname, id]));
    cache = new Map();
  }
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
    settings: (domainId) => byId.get(domainId),
    replace,
    refresh(ids, domains) {
      const old = new Set(ids);
      replace([...[...byId.values()].filter(({ id }) => !old.has(id)), ...domains]);
    },
    list: () => [...byId.values()],
  };
}

/** Converts to lower case and removes the final dot of a fully qualified name. */
const normalise = (host: string) => host.toLowerCase().replace(/\.(?=$|:\d*$)/, '');
const withoutPort = (host: string) => host.replace(/:\d*$/, '');
