/** Removal of erased email addresses from stored filters, in segments, all versions of rules, and jobs. */
import type { Trx } from '../core/tables.ts';
import { listFiltersByText, updateJob } from '../jobs/queries.ts';
import { listFilters, mapDefinition } from '../rules/definition.ts';
import { lockRule, updateVersion } from '../rules/queries.ts';
import { lockSegment, updateSegment } from '../segments/queries.ts';
import { listStoredFilters, readVersions } from '../terms/list-references.ts';
import type { ContainsAddress } from './find-address.ts';

const pageSize = 500;
/**
 * The text that replaces an email address. If the parameter were removed instead, the filter would match more contacts.
 */
const replacement = '(erased)';

export async function eraseFromFilters(trx: Trx, containsAddress: ContainsAddress): Promise<void> {
  /** Returns the cleaned filter; undefined if there is nothing to erase. */
  const erase = (filter: object): string | undefined => {
    const before = JSON.stringify(filter);
    if (!before.includes('@')) return undefined;
    const after = JSON.stringify(filter, (_, value) =>
      typeof value === 'string' && containsAddress(value) ? replacement : value,
    );
    return after === before ? undefined : after;
  };
  await eraseFromSegments(trx, erase);
  await eraseFromRules(trx, erase);
  await eraseFromJobs(trx, erase);
}

type Erase = (filter: object) => string | undefined;

async function eraseFromSegments(trx: Trx, erase: Erase): Promise<void> {
  const affected = (await listStoredFilters(trx)).filter(({ filter }) => erase(filter) !== undefined);
  for (const { id } of affected.sort((a, b) => a.id - b.id)) {
    // The filter is read again under the lock, because it may have changed.
    const segment = await lockSegment(trx, id);
    const filter = segment && erase(JSON.parse(segment.filter) as object);
    if (filter) await updateSegment(trx, id, { filter });
  }
}

async function eraseFromRules(trx: Trx, erase: Erase): Promise<void> {
  for await (const { rule_id: ruleId, version, definition } of readVersions(trx)) {
    if (listFilters(definition).every((filter) => erase(filter) === undefined)) continue;
    await lockRule(trx, ruleId);
    const erased = mapDefinition(definition, {
      filter: (filter) => JSON.parse(erase(filter) ?? JSON.stringify(filter)),
    });
    await updateVersion(trx, ruleId, version, erased);
  }
}

async function eraseFromJobs(trx: Trx, erase: Erase): Promise<void> {
  for (let after = 0; ; ) {
    const page = await listFiltersByText(trx, '@', after, pageSize);
    for (const { id, filter: stored } of page) {
      const filter = erase(JSON.parse(stored) as object);
      if (filter !== undefined) await updateJob(trx, id, { filter });
    }
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}
