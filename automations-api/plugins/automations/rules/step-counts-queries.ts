/** Queries for the runs at each step of a rule, by their state there. All read only one key in order. */
import type { Db, StepState } from '../core/tables.ts';
import type { RunPage } from './run-list-queries.ts';
import type { RunRow } from './run-queries.ts';

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
      .select('run_id')
      .where('rule_id', '=', ruleId)
      .where('step', '=', step)
      .where('state', '=', one)
      .$if(before !== undefined, (query) => query.where('run_id', '<', before as number))
      .orderBy('run_id', 'desc')
      .limit(limit)
      .execute();
  const found = (await Promise.all((state ? [state] : stepStates).map(inState))).flat();
  const ids = found.map(({ run_id }) => run_id).sort((a, b) => b - a);
  if (ids.length === 0) return [];
  return db
    .selectFrom('automations_rule_runs')
    .selectAll()
    .where('id', 'in', ids.slice(0, limit))
    .orderBy('id', 'desc')
    .execute();
}
