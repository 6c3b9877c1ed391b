/**
 * Replaces merged tags or lists with the kept one in segment filters and in rules, including all versions, because runs continue
 * with the version they started with.
 */
import { unprocessable } from '../core/errors.ts';
import type { Trx } from '../core/tables.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import { listOpenJobs } from '../jobs/queries.ts';
import { lockRule, updateVersion } from '../rules/queries.ts';
import { lockSegment, updateSegment } from '../segments/queries.ts';
import { TermType } from './core/queries.ts';
import { definitionNames, isTornDefinition, replaceInDefinition } from './in-definition.ts';
import { filterNames, isTorn, type Replacement, replaceInFilter } from './in-filter.ts';
import { listKeptFilters, readVersions } from './list-references.ts';

/** @throws unprocessable_entity naming what would make no sense any more */
export async function renameReferences(trx: Trx, replacement: Replacement): Promise<void> {
  const torn = [...(await renameInSegments(trx, replacement)), ...(await renameInRules(trx, replacement))];
  if (torn.length > 0)
    throw unprocessable(`${torn.join(', ')} includes one of these and excludes, or removes, another.`);
}

/** Updates segments, and returns those that would then both require and exclude the term. */
async function renameInSegments(trx: Trx, replacement: Replacement): Promise<string[]> {
  const { type, from, into } = replacement;
  const torn: string[] = [];
  const naming = (await listKeptFilters(trx)).filter(({ filter }) => from.some((id) => filterNames(filter, type, id)));
  for (const { id, name } of naming.sort((a, b) => a.id - b.id)) {
    // Read again under the lock: someone may have changed it in the meantime.
    const segment = await lockSegment(trx, id);
    if (!segment) continue;
    const before = JSON.parse(segment.filter) as FilterArgs;
    const after = replaceInFilter(before, replacement);
    if (isTorn(after, type, into) && ![...from, into].some((one) => isTorn(before, type, one))) {
      torn.push(`segment ${id} (${name})`);
    }
    await updateSegment(trx, id, { filter: JSON.stringify(after), counted: null, counted_at: null });
  }
  return torn;
}

async function renameInRules(trx: Trx, replacement: Replacement): Promise<string[]> {
  const { type, from, into } = replacement;
  const torn: string[] = [];
  for await (const { rule_id: ruleId, version, definition: before } of readVersions(trx)) {
    if (!from.some((id) => definitionNames(before, type, id))) continue;
    const after = replaceInDefinition(before, replacement);
    const rule = await lockRule(trx, ruleId);
    const isPresent = rule?.version === version;
    if (isPresent && isTornDefinition(after, type, into)) {
      if (![...from, into].some((id) => isTornDefinition(before, type, id))) torn.push(`rule ${ruleId} (${rule.name})`);
    }
    await updateVersion(trx, ruleId, version, after);
  }
  return torn;
}

/** Jobs that are still to put one of these on contacts, or to take it off. */
export async function findJobsNaming(trx: Trx, { type, from }: Replacement): Promise<string[]> {
  const member = type === TermType.tag ? 'tags' : 'lists';
  const jobs = await listOpenJobs(trx);
  return jobs
    .filter(({ action }) => (JSON.parse(action)[member] as number[] | undefined)?.some((id) => from.includes(id)))
    .map(({ id }) => `job ${id}`);
}
