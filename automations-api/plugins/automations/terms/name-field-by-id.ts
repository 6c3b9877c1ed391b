/** Segments and rules that were kept with a field's slug get its id instead, before the slug changes. */

import type { Trx } from '../core/tables.ts';
import { withFieldIds } from '../fields/name-by-id.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import type { Definition } from '../rules/definition.ts';
import { updateVersion } from '../rules/queries.ts';
import { lockSegment, updateSegment } from '../segments/queries.ts';
import { listKeptFilters, readVersions } from './list-references.ts';

type Named = { id: number; slug: string };

/** @throws unprocessable_entity when one of them names the field twice */
export async function nameFieldById(trx: Trx, field: Named): Promise<void> {
  for (const { id, filter } of await listKeptFilters(trx)) {
    if (!isChanged(filter, withFieldIds(filter, [field]))) continue;
    // Read again under the lock: someone may have changed it meanwhile.
    const segment = await lockSegment(trx, id);
    if (!segment) continue;
    const now = JSON.parse(segment.filter) as FilterArgs;
    await updateSegment(trx, id, { filter: JSON.stringify(withFieldIds(now, [field])) });
  }
  for await (const { rule_id: ruleId, version, definition } of readVersions(trx)) {
    const named = inDefinition(definition, field);
    if (isChanged(definition, named)) await updateVersion(trx, ruleId, version, named);
  }
}

const isChanged = (before: object, after: object) => JSON.stringify(before) !== JSON.stringify(after);

const inDefinition = ({ conditions, steps, ...rest }: Definition, field: Named): Definition => ({
  ...rest,
  conditions: withFieldIds(conditions, [field]),
  steps: steps.map((step) => withFieldIds(step, [field])),
});
