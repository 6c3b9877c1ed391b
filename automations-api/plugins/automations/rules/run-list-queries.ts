/** Queries for the lists of runs. */
import type { Selectable } from 'kysely';
import type { Db, RuleRunStepTable, RunStatus, StepState } from '../core/tables.ts';
import { readChain } from './chains.ts';
import type { Definition } from './definition.ts';
import { findDefinitions, versionKey } from './queries.ts';
import type { RunRow } from './run-queries.ts';

export const runStatuses = [
  'running',
  'waiting',
  'done',
  'stopped',
  'failed',
  'cancelled',
  'reached_goal',
] as const satisfies RunStatus[];

/** A page of runs, newest first. `before` is the end of the previous page. */
export type RunPage = { status?: RunStatus | undefined; before?: RunRow['id'] | undefined; limit: number };

/** Lists a rule's runs. */
export function listRunsOfRule(db: Db, ruleId: number, { status, before, limit }: RunPage): Promise<RunRow[]> {
  const ofStatus = (one: RunStatus) =>
    db
      .selectFrom('automations_rule_runs')
      .selectAll()
      .where('rule_id', '=', ruleId)
      .where('status', '=', one)
      .$if(before !== undefined, (query) => query.where('id', '<', before as number))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
  return newestOf(status ? [status] : runStatuses, ofStatus, limit);
}

/** Lists the newest rows of several lists, each of which is read in order from an index. */
async function newestOf<One, Row extends { id: number }>(
  lists: readonly One[],
  read: (one: One) => Promise<Row[]>,
  limit: number,
): Promise<Row[]> {
  const rows = (await Promise.all(lists.map(read))).flat();
  return rows.sort((a, b) => b.id - a.id).slice(0, limit);
}

/** Lists a contact's runs, except runs of deleted rules. */
export const listRunsOfContact = (db: Db, contactId: number, { status, before, limit }: RunPage): Promise<RunRow[]> =>
  db
    .selectFrom('automations_rule_runs as run')
    .innerJoin('automations_rules as rule', 'rule.id', 'run.rule_id')
    .selectAll('run')
    .where('run.contact_id', '=', contactId)
    .$if(status !== undefined, (query) => query.where('run.status', '=', status as RunStatus))
    .$if(before !== undefined, (query) => query.where('run.id', '<', before as number))
    .orderBy('run.id', 'desc')
    .limit(limit)
    .execute();

export const findRun = (db: Db, id: number): Promise<RunRow | undefined> =>
  db.selectFrom('automations_rule_runs').selectAll().where('id', '=', id).executeTakeFirst();

export const findOpenRun = (db: Db, ruleId: number, contactId: number): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('automations_rule_runs')
    .select('id')
    .where('contact_id', '=', contactId)
    .where('rule_id', '=', ruleId)
    .where('is_open', '=', true)
    .executeTakeFirst();

export type RunStepRow = Selectable<RuleRunStepTable>;

export const listRunSteps = (db: Db, runId: number): Promise<RunStepRow[]> =>
  db.selectFrom('automations_rule_run_steps').selectAll().where('run_id', '=', runId).orderBy('step').execute();

export type RunCounts = Record<RunStatus, number>;

/** Counts runs by rule and status. Reads only the index. */
export async function countRuns(db: Db, ruleIds: number[]): Promise<Map<number, RunCounts>> {
  const none = () => Object.fromEntries(runStatuses.map((status) => [status, 0])) as RunCounts;
  const counts = new Map(ruleIds.map((id) => [id, none()]));
  if (ruleIds.length === 0) return counts;
  const rows = await db
    .selectFrom('automations_rule_runs')
    .select((e) => ['rule_id', 'status', e.fn.countAll<number>().as('n')])
    .where('rule_id', 'in', ruleIds)
    .groupBy(['rule_id', 'status'])
    .execute();
  for (const { rule_id, status, n } of rows) (counts.get(rule_id) as RunCounts)[status] = Number(n);
  return counts;
}

export const stepStates = ['waiting', 'went_on', 'left', 'reached_goal'] as const satisfies StepState[];

export const noRuns: StepCount = { waiting: 0, went_on: 0, left: 0, reached_goal: 0 };
export type StepCount = Record<StepState, number>;

/** Counts a rule's runs by step and state. */
export async function countRunsAtSteps(db: Db, ruleId: number): Promise<Map<number, StepCount>> {
  const rows = await db
    .selectFrom('automations_rule_run_steps')
    .select((e) => ['step', 'state', e.fn.countAll<number>().as('n')])
    .where('rule_id', '=', ruleId)
    .groupBy(['step', 'state'])
    .execute();
  const counts = new Map<number, StepCount>();
  for (const { step, state, n } of rows) counts.set(step, { ...(counts.get(step) ?? noRuns), [state]: Number(n) });
  return counts;
}

/** Lists the runs that entered a step, newest first; only those in a state, if given. */
export async function listRunsAtStep(
  db: Db,
  ruleId: number,
  { step, state, before, limit }: Omit<RunPage, 'status'> & { step: number; state?: StepState | undefined },
): Promise<RunRow[]> {
  const inState = (one: StepState) =>
    db
      .selectFrom('automations_rule_run_steps')
      .select('run_id as id')
      .where('rule_id', '=', ruleId)
      .where('step', '=', step)
      .where('state', '=', one)
      .$if(before !== undefined, (query) => query.where('run_id', '<', before as number))
      .orderBy('run_id', 'desc')
      .limit(limit)
      .execute();
  const ids = (await newestOf(state ? [state] : stepStates, inState, limit)).map(({ id }) => id);
  if (ids.length === 0) return [];
  return db.selectFrom('automations_rule_runs').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute();
}

/** The email addresses, names and definitions that runs refer to. Deleted objects are missing. */
export type RunReferences = {
  emails: Map<number, string>;
  rules: Map<number, string>;
  /** Definitions by `versionKey`. */
  definitions: Map<string, Definition>;
};

export async function loadRunReferences(db: Db, runs: RunRow[]): Promise<RunReferences> {
  if (runs.length === 0) return { emails: new Map(), rules: new Map(), definitions: new Map() };
  const ruleIds = [...new Set(runs.flatMap(({ rule_id, chain }) => [rule_id, ...readChain(chain)]))];
  const contactIds = [...new Set(runs.map(({ contact_id }) => contact_id))];
  const [emails, rules, definitions] = await Promise.all([
    db.selectFrom('automations_contacts').select(['id', 'email']).where('id', 'in', contactIds).execute(),
    db.selectFrom('automations_rules').select(['id', 'name']).where('id', 'in', ruleIds).execute(),
    findDefinitions(db, runs),
  ]);
  return {
    emails: new Map(emails.map(({ id, email }) => [id, email])),
    rules: new Map(rules.map(({ id, name }) => [id, name])),
    definitions,
  };
}

/** Returns the definition of a run's version. The rule can have a newer one. */
export const definitionOf = ({ rule_id, version }: RunRow, { definitions }: RunReferences): Definition | undefined =>
  definitions.get(versionKey(rule_id, version));

/** Lists a contact's runs with the outcomes of their steps, oldest first. A run without outcomes has one row. */
export const listStepsOfContact = (db: Db, contactId: number) =>
  db
    .selectFrom('automations_rule_runs as run')
    .innerJoin('automations_rules as rule', 'rule.id', 'run.rule_id')
    .leftJoin('automations_rule_run_steps as step', 'step.run_id', 'run.id')
    .select(['rule.name', 'run.event', 'run.status', 'step.step', 'step.at', 'step.outcome', 'step.detail'])
    .where('run.contact_id', '=', contactId)
    .orderBy('run.id')
    .orderBy('step.at')
    .orderBy('step.step')
    .execute();
