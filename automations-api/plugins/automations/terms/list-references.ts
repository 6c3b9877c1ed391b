/** The rules, segments and objects of other plugins that use an object. They are shown before the object is deleted. */
import { withTables } from '../../../../shared/db/with-tables.ts';
import type { PluginUses, TermChange, UsedObject } from '../../../host/contacts.ts';
import type { PageWindow } from '../../../host/core/route.ts';
import type { Context } from '../context/context.ts';
import type { Db, Trx } from '../core/tables.ts';
import type { FilterArgs } from '../finder/filter-args.ts';
import type { Definition } from '../rules/definition.ts';
import { listRules, listVersionPage } from '../rules/queries.ts';
import { listSegments } from '../segments/queries.ts';
import type { Uses } from './reference-answers.ts';

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

const pluginUses = ({ hooks }: Pick<Context, 'hooks'>): Promise<PluginUses[]> =>
  hooks.applyFilters('automations_uses', []);

/** Replaces or removes tags or lists in the objects of other plugins. */
export async function replaceInPlugins(context: Pick<Context, 'hooks'>, trx: Trx, change: TermChange): Promise<void> {
  for (const { replace } of await pluginUses(context)) await replace(withTables(trx), change);
}

/** Lists uses in segments, in the current versions of rules and in other plugins. */
export async function listReferences(
  context: Pick<Context, 'db' | 'hooks'>,
  used: UsedObject,
  isIn: { filter: (filter: FilterArgs) => boolean; definition: (definition: Definition) => boolean },
): Promise<Pick<Uses, 'rules' | 'segments' | 'others'>> {
  const { db } = context;
  const rules = await listAll((window) => listRules(db, window));
  const others = (await pluginUses(context)).map(async ({ name, title, path = null, list }) => ({
    ...{ name, title, path },
    objects: (await list(used)).map(toRef),
  }));
  return {
    rules: rules.filter(({ definition }) => isIn.definition(definition)).map(toRef),
    segments: (await listStoredFilters(db)).filter(({ filter }) => isIn.filter(filter)).map(toRef),
    others: (await Promise.all(others)).filter(({ objects }) => objects.length > 0),
  };
}
