/** The lookup of domains by the names that callers use. */
import { domainToASCII } from 'node:url';
import type { Context } from '../api/context.ts';
import { findDomainId } from './core/queries.ts';
import { isDefaultDomain } from './create/draft.ts';

/** Returns 0 for the default domain, or the id of a domain of the workspace, verified or not. */
export const findDomainByName = async (
  { db, config }: Pick<Context, 'db' | 'config'>,
  workspaceId: number,
  name: string,
): Promise<number | undefined> =>
  isDefaultDomain(config, name) ? 0 : findDomainId(db, workspaceId, domainToASCII(name));
