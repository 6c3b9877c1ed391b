/** The domains of imported links: one that the workspace has is itself, every other one what the import says it becomes. */
import { domainToASCII } from 'node:url';
import { RowFault } from '../../shared/import/format.ts';
import type { Context } from '../api/context.ts';
import { findVerifiedDomain } from '../links/core/queries.ts';
import { type Domain, isDefaultDomain } from '../links/create/draft.ts';

/** By a host in the file the domain here, '' for the default one; `*` is every host that is not named. */
export type DomainMapping = Readonly<Record<string, string>>;

const isUnknown = ' is not a domain of this workspace. Connect it or choose another domain for its links.';

/** The host that a reason names as unknown. */
export const unknownHostIn = (reason: string): string | undefined =>
  reason.endsWith(isUnknown) ? reason.slice(0, -isUnknown.length) : undefined;

const byDefault: Domain = { id: 0, hostname: null };

export const mapDomain = (mapping: DomainMapping, host: string | null | undefined): string =>
  host ? (mapping[host.toLowerCase()] ?? host.toLowerCase()) : '';

/** Asks for each host once, for as long as a batch takes. */
export function createDomainFinder(
  { db, config }: Pick<Context, 'db' | 'config'>,
  workspaceId: number,
  mapping: DomainMapping,
) {
  const found = new Map<string, Promise<Domain | undefined>>();
  const lookUp = async (name: string): Promise<Domain | undefined> =>
    name === '' || isDefaultDomain(config, name) ? byDefault : findVerifiedDomain(db, workspaceId, domainToASCII(name));
  const find = (name: string) => {
    const asked = found.get(name) ?? lookUp(name);
    found.set(name, asked);
    return asked;
  };
  return {
    /** @throws RowFault */
    async domainOf(host: string | null | undefined): Promise<Domain> {
      const name = mapDomain(mapping, host);
      const domain = (await find(name)) ?? (mapping['*'] === undefined ? undefined : await find(mapping['*']));
      if (domain) return domain;
      throw new RowFault(`${name}${isUnknown}`);
    },
    /** The host where it is no domain of the workspace, whatever the mapping makes of it. */
    async unknownOf(host: string | null | undefined): Promise<string | undefined> {
      const name = (host ?? '').toLowerCase();
      return (await find(name)) ? undefined : name;
    },
  };
}
