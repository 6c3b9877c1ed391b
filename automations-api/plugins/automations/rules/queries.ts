/** Queries for rules and their versions. */

import type { Selectable } from 'kysely';
import { contains } from '../../../../shared/db/like.ts';
import { countRows, insertedId } from '../../../../shared/db/results.ts';
import type { PageWindow } from '../../../host/core/route.ts';
import type { RuleParts } from '../../../host/extensions.ts';
import type { AutomationsTables, Db, Trx } from '../core/tables.ts';
import { anyEvent, type Definition, listFilters, listTriggers, wakingEventsOf } from './definition.ts';
import { listSteps } from './walk.ts';

type RuleRow = Selectable<AutomationsTables['automations_rules']>;
/** A rule with the definition of its current version. */
export type Rule = RuleRow & { definition: Definition };

const withDefinition = (db: Db) =>
  db
    .selectFrom('automations_rules as r')
    .innerJoin('automations_rule_versions as v', (join) =>
      join.onRef('v.rule_id', '=', 'r.id').onRef('v.version', '=', 'r.version'),
    )
    .selectAll('r')
    .select('v.definition');

const read = <Row extends { definition: string }>(row: Row) => ({
  ...row,
  definition: JSON.parse(row.definition) as Definition,
});

/** Lists rules, newest first. */
export async function listRules(db: Db, { limit, offset }: PageWindow, search = ''): Promise<Rule[]> {
  const rows = await withDefinition(db)
    .$if(search !== '', (rules) => rules.where('r.name', 'like', contains(search)))
    .orderBy('r.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(read);
}

export async function listActiveRules(db: Db): Promise<Rule[]> {
  return (await withDefinition(db).where('r.active', '=', true).orderBy('r.id').execute()).map(read);
}

/** Lists the rules whose filters use a segment, as texts for the refusal to delete it. */
export async function listRulesUsing(db: Db, segmentId: number): Promise<string[]> {
  const rules = (await withDefinition(db).orderBy('r.id').execute()).map(read);
  return rules
    .filter(({ definition }) => listFilters(definition).some(({ segment }) => segment === segmentId))
    .map(({ id, name }) => `rule ${id} (${name})`);
}

/** Lists the parts of the current versions of all rules, with the steps in branches. */
export async function listRuleParts(db: Db): Promise<RuleParts[]> {
  const rules = (await withDefinition(db).orderBy('r.id').execute()).map(read);
  return rules.map(({ id, name, definition }) => ({
    rule: { id, name },
    steps: listSteps(definition.steps),
    triggers: listTriggers(definition),
  }));
}

export const countRules = (db: Db, search = ''): Promise<number> =>
  countRows(
    db.selectFrom('automations_rules').$if(search !== '', (rules) => rules.where('name', 'like', contains(search))),
  );

export async function findRule(db: Db, id: number): Promise<Rule | undefined> {
  const row = await withDefinition(db).where('r.id', '=', id).executeTakeFirst();
  return row && read(row);
}

export async function lockRule(trx: Trx, id: number): Promise<Rule | undefined> {
  const row = await withDefinition(trx).where('r.id', '=', id).forUpdate().executeTakeFirst();
  return row && read(row);
}

/** Finds a rule if it is active. */
export const findActiveRule = (db: Db, id: number): Promise<Pick<RuleRow, 'id' | 'name'> | undefined> =>
  db
    .selectFrom('automations_rules')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst();

export const versionKey = (ruleId: number, version: number) => `${ruleId}:${version}`;

/** Finds the definitions of rule versions and returns them keyed by `versionKey`. */
export async function findDefinitions(
  db: Db,
  versions: readonly Pick<RuleVersion, 'rule_id' | 'version'>[],
): Promise<Map<string, Definition>> {
  if (versions.length === 0) return new Map();
  const rows = await db
    .selectFrom('automations_rule_versions')
    .selectAll()
    .where('rule_id', 'in', [...new Set(versions.map((one) => one.rule_id))])
    .where('version', 'in', [...new Set(versions.map((one) => one.version))])
    .execute();
  return new Map(rows.map((row) => [versionKey(row.rule_id, row.version), read(row).definition]));
}

export const findDefinition = async (db: Db, ruleId: number, version: number): Promise<Definition | undefined> =>
  (await findDefinitions(db, [{ rule_id: ruleId, version }])).get(versionKey(ruleId, version));

type NewRule = Pick<RuleRow, 'name' | 'active' | 'created_at' | 'keeps_runs'>;

/** Inserts a rule without its first version. */
export const insertRule = (trx: Trx, rule: NewRule): Promise<number> =>
  insertedId(trx.insertInto('automations_rules').values(rule));

export const updateRule = (trx: Trx, id: number, changes: Partial<Omit<RuleRow, 'id' | 'created_at'>>) =>
  trx.updateTable('automations_rules').set(changes).where('id', '=', id).execute();

const longestNames = 500;

function writeWakingEvents(definition: Definition): string {
  const names = wakingEventsOf(definition).join();
  return names.length <= longestNames ? names : anyEvent;
}

/** Lists the names of the events that can wake or end open runs, of all versions. Reads only the index. */
export async function listWakingEvents(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('automations_rule_versions')
    .select('waking_events')
    .distinct()
    .where('waking_events', '>', '')
    .execute();
  return rows.flatMap(({ waking_events }) => waking_events.split(','));
}

export const insertVersion = (trx: Trx, ruleId: number, version: number, definition: Definition) =>
  trx
    .insertInto('automations_rule_versions')
    .values({
      rule_id: ruleId,
      version,
      waking_events: writeWakingEvents(definition),
      definition: JSON.stringify(definition),
    })
    .execute();

/** Lists the definitions of all versions. */
export async function listDefinitions(trx: Trx, ruleId: number): Promise<Definition[]> {
  const versions = trx.selectFrom('automations_rule_versions').select('definition').where('rule_id', '=', ruleId);
  return (await versions.execute()).map((row) => read(row).definition);
}

export type RuleVersion = { rule_id: number; version: number; definition: Definition };

const versionsPerPage = 200;

/** Lists versions of all rules in order, starting after a given one. */
export async function listVersionPage(
  trx: Trx,
  { rule_id: ruleId, version }: Pick<RuleVersion, 'rule_id' | 'version'>,
): Promise<RuleVersion[]> {
  const rows = await trx
    .selectFrom('automations_rule_versions')
    .selectAll()
    .where((e) => e.or([e('rule_id', '>', ruleId), e.and([e('rule_id', '=', ruleId), e('version', '>', version)])]))
    .orderBy('rule_id')
    .orderBy('version')
    .limit(versionsPerPage)
    .execute();
  return rows.map(read);
}

export const updateVersion = (trx: Trx, ruleId: number, version: number, definition: Definition) =>
  trx
    .updateTable('automations_rule_versions')
    .set({ definition: JSON.stringify(definition) })
    .where('rule_id', '=', ruleId)
    .where('version', '=', version)
    .execute();

/** Deletes a rule. Its runs are deleted later. */
export async function deleteRule(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('automations_rules').where('id', '=', id).execute();
  await trx.deleteFrom('automations_rule_versions').where('rule_id', '=', id).execute();
}
