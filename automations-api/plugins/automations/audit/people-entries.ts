/**
 * Audit entries about users of this site, from the users' database. The entries' ids are negative here, since both logs
 * count from 1.
 */
import type { Kysely } from 'kysely';
import type { Config } from '../../../../shared/config/config.ts';
import {
  findObjectNames,
  listEntriesOfSite,
  type SiteEntryFilter,
  type SiteEntryRow,
} from '../../../../shared/people/audit-queries.ts';
import { findSiteByUrl } from '../../../../shared/people/site-queries.ts';
import type { PeopleTables } from '../../../../shared/people/tables.ts';
import type { Caller } from '../../../host/core/route.ts';
import { toCallerColumns } from '../core/callers.ts';
import { system } from '../core/events.ts';
import type { AuditFilter, AuditRow, NamedRow } from './queries.ts';
import { commandLine } from './write.ts';

type Tools = { people: Kysely<PeopleTables>; config: Pick<Config, 'siteUrl'> };

/** Actors in the users' database, keyed by type of caller. */
const actors = new Map<string, SiteEntryRow['actor']>([
  ['user', 'session'],
  [commandLine.type, 'operator'],
  [system.type, 'system'],
]);

/** Lists entries, newest first. @throws if the users' database is down */
export async function listPeopleEntries(
  { people, config }: Tools,
  { actions, by, from, until, after }: AuditFilter,
  limit: number,
): Promise<NamedRow[]> {
  const actor = by && actors.get(by.type);
  const site = by && !actor ? undefined : await findSiteByUrl(people, config.siteUrl);
  if (!site) return [];
  const filter: SiteEntryFilter = {
    actions,
    by: actor && { actor, userId: actor === 'session' ? by?.id : undefined },
    from,
    until,
    // Entries of the same second follow the site's own.
    after: after && { at: after.at, id: after.id < 0 ? -after.id : Number.MAX_SAFE_INTEGER },
  };
  const rows = await listEntriesOfSite(people, site.id, filter, limit);
  const names = await findObjectNames(people, [...new Set(rows.map(({ objectId }) => objectId))]);
  return rows.map((row) => ({ ...toRow(row), name: names.get(row.objectId) }));
}

const toRow = (row: SiteEntryRow): AuditRow => ({
  id: -row.id,
  at: row.at,
  action: row.action,
  subject: String(row.objectUserId ?? row.objectId),
  ...toCallerColumns(callerOf(row)),
  data: row.details,
});

function callerOf({ actor, userId, actorName }: SiteEntryRow): Caller {
  if (actor === 'operator') return commandLine;
  return userId === null ? system : { type: 'user', id: userId, name: actorName ?? '' };
}

/** Orders entries from newest to oldest. Within the same second, the site's own entries come first. */
export const newestFirst = (a: AuditRow, b: AuditRow): number =>
  b.at.getTime() - a.at.getTime() || Math.sign(b.id) - Math.sign(a.id) || Math.abs(b.id) - Math.abs(a.id);
