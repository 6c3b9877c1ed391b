/** The numbers of runs at a step. Each number is a link to its runs. */
import { number } from '../../../../shared/ui/format.ts';
import { useEvery, useLoad } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import type { Rule, RuleCounts } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { openRuns } from './run-status.tsx';

const words = text.rules.counts;
const reloadEveryMs = 5_000;

export type CountsOf = { ruleId: number; counts: RuleCounts };

/** Loads the counts of a rule, and reloads them while it has open runs or can get new ones. */
export function useCounts(rule: Rule): CountsOf | undefined {
  const { ID: ruleId, version, active } = rule;
  const loaded = useLoad((signal) => api.get<RuleCounts>(`/rule/${ruleId}/counts`, {}, signal), [ruleId, version]);
  useEvery(reloadEveryMs, () => {
    if (active || openRuns(rule) > 0) loaded.reload();
  });
  return loaded.data && loaded.data.entered > 0 ? { ruleId, counts: loaded.data } : undefined;
}

const states = ['waiting', 'went_on', 'left', 'reached_goal'] as const;
export type StepState = (typeof states)[number];

export const isStepState = (state: string): state is StepState => states.some((one) => one === state);

type RunsLinkProps = { ruleId: number; label: string; query?: Record<string, string> };

/** Shows a number as a link to its runs. */
const RunsLink = ({ ruleId, label, query }: RunsLinkProps) => (
  <li>
    <a class="text" href={pathTo('rule', { id: String(ruleId) }, { part: 'runs', ...query })}>
      {label}
    </a>
  </li>
);

/** Shows how many runs entered a rule, or reached its goal. */
export const RuleCount = ({ of: { ruleId, counts }, state }: { of: CountsOf; state: 'entered' | 'reached_goal' }) => (
  <ul class="rule-counts">
    <RunsLink
      ruleId={ruleId}
      label={words[state](number(counts[state]))}
      query={state === 'entered' ? {} : { status: state }}
    />
  </ul>
);

/** Shows a step's numbers, except zeros. */
export function StepCounts({ of: { ruleId, counts }, id }: { of: CountsOf; id: number | undefined }) {
  const found = counts.steps.find(({ step }) => step === id);
  if (!found || found.entered === 0) return <p class="rule-counts soft">{words.none}</p>;
  const step = String(id);
  return (
    <ul class="rule-counts">
      <RunsLink ruleId={ruleId} label={words.entered(number(found.entered))} query={{ step }} />
      {states
        .filter((state) => found[state] > 0)
        .map((state) => (
          <RunsLink key={state} ruleId={ruleId} label={words[state](number(found[state]))} query={{ step, state }} />
        ))}
    </ul>
  );
}
