/** The plans side by side, each with its additions to the previous plan. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../../shared/ui/button.tsx';
import { OneOf } from '../../../../../shared/ui/choice-buttons.tsx';
import { Icon } from '../../../../../shared/ui/icon.tsx';
import type { Plan, PlanList } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';
import { featuresBeyond, isHigher, limitsOf, type PlanDescription } from './plans.ts';

const words = text.billing;
export type Interval = 'month' | 'year';

type PlanCardsProps = {
  plans: PlanList;
  own: Plan;
  interval: Interval;
  onChoose?: (plan: Plan, interval: Interval) => void;
};

export function PlanCards({ plans, own, interval: first, onChoose }: PlanCardsProps) {
  const [interval, setInterval] = useState(first);
  return (
    <section aria-labelledby="plans" class="stack">
      <div class="bar apart">
        <h2 id="plans">{words.plans}</h2>
        {onChoose && <OneOf label={words.interval} value={interval} options={words.intervals} onChoose={setInterval} />}
      </div>
      <ul class="plans">
        {plans.plans.map((plan, n) => (
          <li key={plan.plan} class={plan.plan === own ? 'card own-plan' : 'card'}>
            <PlanCard plan={plan} lower={plans.plans[n - 1]} />
            {plan.plan === own ? (
              <span class="tag good">{words.yours}</span>
            ) : (
              onChoose && (
                <Button
                  kind={isHigher(plans, plan.plan, own) ? 'main' : 'plain'}
                  onClick={() => onChoose(plan.plan, interval)}
                >
                  {words.choose(text.plans[plan.plan])}
                </Button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function PlanCard({ plan, lower }: { plan: PlanDescription; lower: PlanDescription | undefined }) {
  const more = featuresBeyond(plan, lower);
  return (
    <>
      <h3>{text.plans[plan.plan]}</h3>
      <ul>
        {limitsOf(plan).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {lower && <p class="small soft">{words.beyond(text.plans[lower.plan], more.length > 0)}</p>}
      <ul class="more">
        {more.map((line) => (
          <li key={line}>
            <Icon name="check" size={14} />
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}
