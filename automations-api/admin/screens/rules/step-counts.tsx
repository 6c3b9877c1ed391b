/** The numbers of runs at a step. Each number is a link to its runs. */
import { number } from '../../../../shared/ui/format.ts';
import { useEvery, useLoad } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { Rule, RuleCounts } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { openRuns } from './run-status.tsx';

const words = text.rules.counts;
const reloadEveryMs = 5_000;

/** A rule's counts by the id of the step. */
export type StepCountsOf = { ruleId: number; steps: Map<number, RuleCounts['steps'][number]> };

/** Loads the counts of a rule, and again while it has open runs or can get new ones. */
export function useStepCounts(rule: Rule): StepCountsOf | undefined {
  const { ID: ruleId, version, active } = rule;
  const loaded = useLoad((signal) => api.get<RuleCounts>(`/rule/${ruleId}/counts`, {}, signal), [ruleId, version]);
  useEvery(reloadEveryMs, () => {
    if (active || openRuns(rule) > 0) loaded.reload();
  });
  if (!loaded.data || loaded.data.entered === 0) return undefined;
  return { ruleId, steps: new Map(loaded.data.steps.map((one) => [one.step, one])) };
}

const states = ['waiting', 'went_on', 'left', 'reached_goal'] as const;
export type StepState = (typeof states)[number];

export const isStepState = (state: string): state is StepState => states.some((one) => one === state);

/** Shows a step's numbers, except zeros. */
export function StepCounts({ of: { ruleId, steps }, id = 0 }: { of: StepCountsOf; id?: number | undefined }) {
  const counts = steps.get(id);
  const link = (label: string, query: Record<string, string> = {}) => (
    <a class="text" href={pathTo('rule', { id: String(ruleId) }, { part: 'runs', step: String(id), ...query })}>
      {label}
    </a>
  );
  if (!counts || counts.entered === 0) return <p class="rule-counts soft">{words.none}</p>;
  return (
    <ul class="rule-counts">
      <li>{link(words.entered(number(counts.entered)))}</li>
      {states
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <li key={state}>{link(words[state](number(counts[state])), { state })}</li>
        ))}
    </ul>
  );
}
