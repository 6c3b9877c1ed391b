/**
 * The domains of imported links: domains of the workspace are kept, and other hosts are mapped by the import's options.
 */
import { domainToASCII } from 'node:url';
import { RowFault } from '../../shared/import/format.ts';
import type { Context } from '../api/context.ts';
import { findVerifiedDomain } from '../links/core/queries.ts';
import { type Domain, isDefaultDomain } from '../links/create/draft.ts';

/** The domain for each host in the file, '' for the default domain. `*` is for all other hosts. */
export type DomainMapping = Readonly<Record<string, string>>;

const isUnknown = ' is not a domain of this workspace. Connect it or choose another domain for its links.';

/** Returns the unknown host that a reason names. */
export const unknownHostIn = (reason: string): string | undefined =>
  reason.endsWith(isUnknown) ? reason.slice(0, -isUnknown.length) : undefined;

const byDefault: Domain = { id: 0, hostname: null };

export const mapDomain = (mapping: DomainMapping, host: string | null | undefined): string =>
  host ? (mapping[host.toLowerCase()] ?? host.toLowerCase()) : '';

/** Creates a finder for one batch. It looks up each host once. */
export function createDomainFinder(
  { db, config }: Pick<Context, 'db' | 'config'>,
  workspaceId: number,
  mapping: DomainMapping,
) {
  const found = new Map<string, Promise<Domain | undefined>>();
  const lookUp = async (name: string): Promise<Domain | undefined> =>
    name === '' || isDefaultDomain(config, name) ? byDefault : findVerifiedDomain(db, workspaceId, domainToASCII(name));
  const find = (name: string) => {
    const domain = found.get(name) ?? lookUp(name);
    found.set(name, domain);
    return domain;
  };
  return {
    /** @throws RowFault */
    async domainOf(host: string | null | undefined): Promise<Domain> {
      const name = mapDomain(mapping, host);
      const domain = (await find(name)) ?? (mapping['*'] === undefined ? undefined : await find(mapping['*']));
      if (domain) return domain;
      throw new RowFault(`${name}${isUnknown}`);
    },
    /** Returns the host in lower case if it is not a domain of the workspace. Ignores the mapping. */
    async unknownOf(host: string | null | undefined): Promise<string | undefined> {
      const name = (host ?? '').toLowerCase();
      return (await find(name)) ? undefined : name;
    },
  };
}
