/** Lists of the rules and segments that use an object, shown before the object is deleted. */
import type { PageWindow } from '../../../host/core/route.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import type { Definition } from '../rules/definition.ts';
import { listRules, listVersionPage } from '../rules/queries.ts';
import { listSegments } from '../segments/queries.ts';
import type { References } from './reference-answers.ts';

const pageSize = 500;

export async function listAll<Row>(list: (window: PageWindow) => Promise<Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for (let last = pageSize; last === pageSize; ) {
    const page = await list({ limit: pageSize, offset: all.length });
    all.push(...page);
    last = page.length;
  }
  return all;
}

export type StoredFilter = { id: number; name: string; filter: FilterArgs };

export const listStoredFilters = async (db: Db): Promise<StoredFilter[]> =>
  (await listAll((window) => listSegments(db, window))).map(({ id, name, filter }) => ({
    id,
    name,
    filter: JSON.parse(filter) as FilterArgs,
  }));

/** Reads all versions of all rules, since runs continue with the version they started with. */
export async function* readVersions(trx: Trx) {
  for (let after = { rule_id: 0, version: 0 }; ; ) {
    const page = await listVersionPage(trx, after);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last;
  }
}

export const toRef = ({ id, name }: { id: number; name: string }) => ({ ID: id, name });

/** Lists uses in segments and in the current versions of rules. */
export async function listReferences(
  db: Db,
  isInFilter: (filter: FilterArgs) => boolean,
  isInDefinition: (definition: Definition) => boolean,
): Promise<References> {
  const rules = await listAll((window) => listRules(db, window));
  return {
    rules: rules.filter(({ definition }) => isInDefinition(definition)).map(toRef),
    segments: (await listStoredFilters(db)).filter(({ filter }) => isInFilter(filter)).map(toRef),
  };
}
