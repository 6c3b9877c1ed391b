/**
 * The links that match filters, for analytics. Their maximum number depends on the window, because each link has counts
 * for each day.
 */
import { domainToASCII } from 'node:url';
import type { Config } from '../../shared/config/config.ts';
import type { Context } from '../api/context.ts';
import { invalid } from '../api/errors.ts';
import type { Db } from '../core/tables.ts';
import { listPositions } from '../links/core/page-queries.ts';
import { findDomainId } from '../links/core/queries.ts';
import type { LinkFilters } from '../links/core/schema.ts';
import { isDefaultDomain } from '../links/create/draft.ts';
import { resolveFilters } from '../links/find-page.ts';
import type { Subject } from './core/queries.ts';
import { listSeriesHours } from './core/series.ts';
import { bucketsOf, type StatsWindow } from './core/window.ts';
import type { NamedGroup } from './group-counts.ts';
import { listLinksOfDomain, type NamedDomain } from './link-group-queries.ts';

/** The filters of a group. `createdBy` is an id. `areShared`: without archived and banned links, whose share pages end. */
export type GroupFilter = LinkFilters & { areShared?: true };

/** The maximum number of lookups for one answer, which take a few seconds. */
const lookUpsAtMost = 600_000;

/** Finds the links that match a filter. @throws `validation_failed` if there are too many for these windows */
export async function findLinkGroup(
  context: Pick<Context, 'db' | 'config'>,
  { workspaceId }: Pick<Subject, 'workspaceId'>,
  query: GroupFilter,
  windows: StatsWindow[],
): Promise<NamedGroup> {
  const atMost = Math.floor(lookUpsAtMost / Math.max(1, sumOf(windows.map(countBuckets))));
  const { tagsMode, areShared, ...filters } = query;
  const [field, other] = linkFilterNames.filter((name) => filters[name] !== undefined);
  const linkIds = await listLinks(context, workspaceId, query, {
    isDomain: field === 'domain' && other === undefined,
    limit: atMost + 1,
  });
  if (linkIds.length > atMost) {
    throw invalid({
      field: field ?? 'from',
      message: `has more than ${atMost} links, the maximum for this period; request a shorter one`,
    });
  }
  return {
    workspaceId,
    linkIds: linkIds.sort((a, b) => a - b),
    name: JSON.stringify([areShared, tagsMode, ...linkFilterNames.map((name) => filters[name])]),
  };
}

const linkFilterNames = ['tag', 'tags', 'withoutTags', 'createdBy', 'createdFrom', 'createdTo', 'domain'] as const;

/** Returns whether the query covers only some of the links. */
export const isForGroup = (query: GroupFilter) => linkFilterNames.some((name) => query[name] !== undefined);

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

const countBuckets = (window: StatsWindow) =>
  bucketsOf(window.days).length + window.hours.flatMap(bucketsOf).length + listSeriesHours(window).length;

async function nameDomain(db: Db, config: Config, workspaceId: number, domain: string): Promise<NamedDomain> {
  if (isDefaultDomain(config, domain)) return { id: 0, hostname: null };
  const hostname = domainToASCII(domain);
  return { id: await findDomainId(db, workspaceId, hostname), hostname };
}

/** Lists the links. Deleted links are listed only for a domain, because they have no other properties. */
async function listLinks(
  context: Pick<Context, 'db' | 'config'>,
  workspaceId: number,
  query: GroupFilter,
  { isDomain, limit }: { isDomain: boolean; limit: number },
): Promise<number[]> {
  const { db, config } = context;
  if (isDomain) {
    const domain = await nameDomain(db, config, workspaceId, query.domain as string);
    return listLinksOfDomain(db, workspaceId, domain, limit);
  }
  const caller = { workspaceId, creator: { id: query.createdBy ?? '', name: '' } };
  const { areShared, ...named } = query;
  const filters = await resolveFilters(context, caller, { ...named, archived: areShared ? 'false' : 'all' });
  if (!filters) return [];
  const shown = areShared ? { ...filters, banned: false } : filters;
  return (await listPositions(db, shown, {}, { limit })).map(({ id }) => id);
}
