/** The route that counts a rule's runs, also at each of its steps. */
import Type, { type Static } from 'typebox';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { count, named } from '../../../host/shapes.ts';
import type { Context } from '../context/context.ts';
import { answerWith, success } from '../core/envelope.ts';
import { notFound } from '../core/errors.ts';
import { findRule } from './queries.ts';
import { countRuns, type RunCounts } from './run-list-queries.ts';
import { openStepCounts } from './step-counts.ts';
import { listSteps } from './walk.ts';

const ended = {
  left: count('Number of those whose run ended there without reaching the goal.'),
  reached_goal: count('Number of those that reached the goal there.'),
};

const StepCounts = named('StepCounts', {
  step: count('The id of the step.'),
  entered: count('Number of runs that reached the step.'),
  waiting: count('Number of those that wait there.'),
  went_on: count('Number of those that finished the step.'),
  ...ended,
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

export function countsRoute({ db }: Context): RestRoute {
  const countSteps = openStepCounts(db);
  return route({
    methods: ['GET'],
    path: '/rule/{rule_id}/counts',
    description: 'The numbers of runs at each step of a rule. A step keeps its numbers when the rule changes.',
    answer: CountsAnswer,
    async callback({ path }) {
      const rule = await findRule(db, path.rule_id);
      if (!rule) throw notFound('rule');
      const [byStatus, byStep] = await Promise.all([countRuns(db, [rule.id]), countSteps(rule.id)]);
      const none = { waiting: 0, went_on: 0, left: 0, reached_goal: 0 };
      const steps = listSteps(rule.definition.steps).map(({ id = 0 }) => {
        const { waiting, went_on, left, reached_goal } = byStep.get(id) ?? none;
        return { step: id, entered: waiting + went_on + left + reached_goal, waiting, went_on, left, reached_goal };
      });
      return success({ steps, ...totalsOf(byStatus.get(rule.id) as RunCounts) });
    },
  });
}

const totalsOf = ({ running, waiting, done, stopped, failed, cancelled, reached_goal }: RunCounts) => {
  const [open, left] = [running + waiting, stopped + failed + cancelled];
  return { entered: open + done + left + reached_goal, running: open, finished: done, left, reached_goal };
};
