/**
 * Replacement of merged tags or lists in segments and rules. It covers all versions of rules, since runs keep their
 * version.
 */
import { unprocessable } from '../core/errors.ts';
import type { Trx } from '../core/tables.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import { listOpenJobs } from '../jobs/queries.ts';
import { lockRule, updateVersion } from '../rules/queries.ts';
import { lockSegment, updateSegment } from '../segments/queries.ts';
import { TermType } from './core/queries.ts';
import { definitionUses, isContradictoryDefinition, replaceInDefinition } from './in-definition.ts';
import { filterUses, isContradictory, type Replacement, replaceInFilter } from './in-filter.ts';
import { listStoredFilters, readVersions } from './list-references.ts';

/** Replaces all references. @throws unprocessable_entity with segments and rules that would contradict themselves */
export async function renameReferences(trx: Trx, replacement: Replacement): Promise<void> {
  const contradictory = [...(await renameInSegments(trx, replacement)), ...(await renameInRules(trx, replacement))];
  if (contradictory.length > 0)
    throw unprocessable(`${contradictory.join(', ')} includes one of these and excludes, or removes, another.`);
}

/** Updates segments. Returns the segments that would then both require and exclude the term. */
async function renameInSegments(trx: Trx, replacement: Replacement): Promise<string[]> {
  const { type, from, into } = replacement;
  const contradictory: string[] = [];
  const affected = (await listStoredFilters(trx)).filter(({ filter }) =>
    from.some((id) => filterUses(filter, type, id)),
  );
  for (const { id, name } of affected.sort((a, b) => a.id - b.id)) {
    // The filter is read again under the lock, because it may have changed.
    const segment = await lockSegment(trx, id);
    if (!segment) continue;
    const before = JSON.parse(segment.filter) as FilterArgs;
    const after = replaceInFilter(before, replacement);
    if (isContradictory(after, type, into) && ![...from, into].some((one) => isContradictory(before, type, one))) {
      contradictory.push(`segment ${id} (${name})`);
    }
    await updateSegment(trx, id, { filter: JSON.stringify(after), counted: null, counted_at: null });
  }
  return contradictory;
}

async function renameInRules(trx: Trx, replacement: Replacement): Promise<string[]> {
  const { type, from, into } = replacement;
  const contradictory: string[] = [];
  for await (const { rule_id: ruleId, version, definition: before } of readVersions(trx)) {
    if (!from.some((id) => definitionUses(before, type, id))) continue;
    const after = replaceInDefinition(before, replacement);
    const rule = await lockRule(trx, ruleId);
    const isCurrent = rule?.version === version;
    if (isCurrent && isContradictoryDefinition(after, type, into)) {
      if (![...from, into].some((id) => isContradictoryDefinition(before, type, id)))
        contradictory.push(`rule ${ruleId} (${rule.name})`);
    }
    await updateVersion(trx, ruleId, version, after);
  }
  return contradictory;
}

/** Finds open jobs that add or remove one of the merged terms. */
export async function findJobsUsing(trx: Trx, { type, from }: Replacement): Promise<string[]> {
  const parameter = type === TermType.tag ? 'tags' : 'lists';
  const jobs = await listOpenJobs(trx);
  return jobs
    .filter(({ action }) => (JSON.parse(action)[parameter] as number[] | undefined)?.some((id) => from.includes(id)))
    .map(({ id }) => `job ${id}`);
}
