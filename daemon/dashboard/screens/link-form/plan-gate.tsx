/** The plan that a part of the form requires, and its other features. */
import { date, number } from '../../../../shared/ui/format.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { may, workspace } from '../../core/session.ts';
import type { PlanList } from '../../core/types.ts';
import { text } from '../../text/later.ts';

const words = text.linkForm;
export type PlanDescription = PlanList['plans'][number];

export const usePlans = (): Loaded<PlanList> => useLoad((signal) => api.get<PlanList>('/plans', {}, signal), []);

/** Returns the lowest plan with the feature; `undefined` if the current plan has it or plans are not loaded. */
function planFor(feature: string, plans: PlanList | undefined): PlanDescription | undefined {
  const own = plans?.plans.find(({ plan }) => plan === workspace.value?.plan);
  if (!own || own.features.includes(feature)) return undefined;
  return plans?.plans.find(({ features }) => features.includes(feature));
}

const orUnlimited = (limit: number | null) => (limit === null ? words.unlimited : number(limit));

/** The plan that a feature requires, and the feature's name. */
export type Gate = { plan: PlanDescription; what: string };

/** Returns the gate of a feature; `undefined` if the current plan has it or plans are not loaded. */
export function gateOf(feature: keyof typeof words.gateFeatures, plans: PlanList | undefined): Gate | undefined {
  const plan = planFor(feature, plans);
  return plan && { plan, what: words.gateFeatures[feature] };
}

export function PlanNotice({ problem, plan }: { problem: string; plan: PlanDescription }) {
  return (
    <div class="notice">
      <Icon name="bolt" />
      <div>
        <p>
          {problem}{' '}
          {words.gateGives(
            text.plans[plan.plan],
            orUnlimited(plan.limits.links),
            orUnlimited(plan.limits.retentionDays),
          )}
        </p>
        <p>{may('admin') ? <a href={pathTo('billing')}>{words.seePlans}</a> : words.askAdmin}</p>
      </div>
    </div>
  );
}

/** Warns that no new link can be created this month. */
export function Allowance({ plans }: { plans: PlanList | undefined }) {
  const { plan, limits, usage } = workspace.value ?? {};
  if (!limits || !usage || limits.links === null || usage.links < limits.links) return null;
  const all = plans?.plans ?? [];
  const above = all[all.findIndex((one) => one.plan === plan) + 1];
  const problem = words.usedUp(number(limits.links), date(usage.resetsAt, 'UTC'));
  return above ? <PlanNotice problem={problem} plan={above} /> : <p class="notice warn">{problem}</p>;
}
