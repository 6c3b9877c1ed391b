/**
 * The links of a tag or a domain, for analytics. Their maximum number depends on the window, because each link has counts
 * for each day.
 */
import { domainToASCII } from 'node:url';
import type { Config } from '../../shared/config/config.ts';
import { invalid } from '../api/errors.ts';
import type { Db } from '../core/tables.ts';
import { findDomainId } from '../links/core/queries.ts';
import { isDefaultDomain } from '../links/create/draft.ts';
import type { Subject } from './core/queries.ts';
import { listSeriesHours } from './core/series.ts';
import { bucketsOf, type StatsWindow } from './core/window.ts';
import type { NamedGroup } from './group-counts.ts';
import { listLinksOfDomain, listLinksOfTag, type NamedDomain } from './link-group-queries.ts';

export type GroupFilter = { tag?: string; domain?: string };

/** The maximum number of lookups for one answer, which take some seconds. */
const lookUpsAtMost = 600_000;

/** Finds the links that match a filter. @throws `validation_failed` if there are too many for these windows */
export async function findLinkGroup(
  { db, config }: { db: Db; config: Config },
  { workspaceId }: Pick<Subject, 'workspaceId'>,
  { tag, domain }: GroupFilter,
  windows: StatsWindow[],
): Promise<NamedGroup> {
  const atMost = Math.floor(lookUpsAtMost / Math.max(1, sumOf(windows.map(countBuckets))));
  const named = domain === undefined ? undefined : await nameDomain(db, config, workspaceId, domain);
  const linkIds = await listLinks(db, workspaceId, tag, { domain: named, limit: atMost + 1 });
  if (linkIds.length > atMost) {
    throw invalid({
      field: tag === undefined ? 'domain' : 'tag',
      message: `has more than ${atMost} links, the maximum for this period; request a shorter one`,
    });
  }
  return { workspaceId, linkIds: linkIds.sort((a, b) => a - b), name: JSON.stringify([tag, domain]) };
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

const countBuckets = (window: StatsWindow) =>
  bucketsOf(window.days).length + window.hours.flatMap(bucketsOf).length + listSeriesHours(window).length;

async function nameDomain(db: Db, config: Config, workspaceId: number, domain: string): Promise<NamedDomain> {
  if (isDefaultDomain(config, domain)) return { id: 0, hostname: null };
  const hostname = domainToASCII(domain);
  return { id: await findDomainId(db, workspaceId, hostname), hostname };
}

async function listLinks(
  db: Db,
  workspaceId: number,
  tag: string | undefined,
  { domain, limit }: { domain: NamedDomain | undefined; limit: number },
): Promise<number[]> {
  if (tag === undefined) return domain ? listLinksOfDomain(db, workspaceId, domain, limit) : [];
  // All links of a disconnected domain are deleted, and deleted links have no tags.
  if (domain && domain.id === undefined) return [];
  return listLinksOfTag(db, workspaceId, tag, { domainId: domain?.id, limit });
}
