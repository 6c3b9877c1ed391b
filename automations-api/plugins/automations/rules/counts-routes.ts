/** The route that counts a rule's runs, in total and at each of its steps. */
import Type, { type Static } from 'typebox';
import { patient } from '../../../../shared/db/db.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { answerWith, success } from '../../../host/envelope.ts';
import { count, named } from '../../../host/shapes.ts';
import type { Context } from '../context/context.ts';
import { found } from '../core/errors.ts';
import type { Db } from '../core/tables.ts';
import { findRule } from './queries.ts';
import { countRuns, countRunsAtSteps, noRuns, type RunCounts, type StepCount } from './run-list-queries.ts';
import { listSteps } from './walk.ts';

const StepCounts = named('StepCounts', {
  step: count('The id of the step.'),
  entered: count('Number of runs that reached the step.'),
  waiting: count('Number of those that wait there.'),
  went_on: count('Number of those that finished the step.'),
  left: count('Number of those whose run ended there without reaching the goal.'),
  reached_goal: count('Number of those that reached the goal there.'),
});

const counts = {
  steps: Type.Array(StepCounts, { description: 'The steps of the current version.' }),
  entered: count('Number of runs.'),
  running: count('Number of runs that have not ended.'),
  finished: count('Number of runs that finished all steps.'),
  left: count('Number of runs that were stopped, cancelled or failed.'),
  reached_goal: count('Number of runs that reached the goal.'),
};
const CountsAnswer = answerWith(counts);
export type RuleCounts = Static<Type.TObject<typeof counts>>;

/**
 * Counts are reused for this many times the duration of their query. A process spends at most a twentieth of one
 * connection on a rule, however many runs it has, and a rule with few runs is counted every time.
 */
const reuse = 20;

/** Returns a function that counts a rule's runs. Callers at the same time share one query. */
function openStepCounts(db: Db): (ruleId: number) => Promise<Map<number, StepCount>> {
  const kept = new Map<number, { counts: Promise<Map<number, StepCount>>; until: number }>();
  return (ruleId) => {
    const started = Date.now();
    for (const [id, { until }] of kept) if (until <= started) kept.delete(id);
    const known = kept.get(ruleId);
    if (known) return known.counts;
    const counted = { counts: countRunsAtSteps(patient(db), ruleId), until: Number.POSITIVE_INFINITY };
    kept.set(ruleId, counted);
    const keepFor = (times: number) => () => {
      counted.until = Date.now() + (Date.now() - started) * times;
    };
    counted.counts.then(keepFor(reuse), keepFor(0));
    return counted.counts;
  };
}

export function countsRoute({ db }: Context): RestRoute {
  const countSteps = openStepCounts(db);
  return route({
    methods: ['GET'],
    path: '/rule/{rule_id}/counts',
    description: 'The numbers of runs at each step of a rule. A step keeps its numbers when the rule changes.',
    answer: CountsAnswer,
    async callback({ path }) {
      const rule = found('rule', await findRule(db, path.rule_id));
      const [byStatus, byStep] = await Promise.all([countRuns(db, [rule.id]), countSteps(rule.id)]);
      const steps = listSteps(rule.definition.steps).map(({ id = 0 }) => {
        const states = byStep.get(id) ?? noRuns;
        return { step: id, entered: Object.values(states).reduce((sum, n) => sum + n), ...states };
      });
      return success({ steps, ...totalsOf(byStatus.get(rule.id) as RunCounts) });
    },
  });
}

const totalsOf = ({ running, waiting, done, stopped, failed, cancelled, reached_goal }: RunCounts) => {
  const [open, left] = [running + waiting, stopped + failed + cancelled];
  return { entered: open + done + left + reached_goal, running: open, finished: done, left, reached_goal };
};
