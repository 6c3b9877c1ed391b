/** Notice that a plan's limit is reached, with the limit of the next plan. */
import { number } from '../../../shared/ui/format.ts';
import { useLoad } from '../../../shared/ui/load.ts';
import { text } from '../text/later.ts';
import { api } from './api.ts';
import { pathTo } from './routes.ts';
import { may, workspace } from './session.ts';
import type { Plan, PlanList } from './types.ts';

const words = text.planRoom;

type Noun = 'domains' | 'members';

export const isFull = (noun: Noun): boolean => {
  const { limits, usage } = workspace.value ?? {};
  const limit = limits?.[noun] ?? null;
  return limit !== null && (usage?.[noun] ?? 0) >= limit;
};

/** Shows the notice. Renders nothing while usage is below the limit. */
export function PlanRoom({ noun }: { noun: Noun }) {
  const { plan, limits } = workspace.value ?? {};
  const limit = limits?.[noun];
  if (!plan || typeof limit !== 'number' || !isFull(noun)) return null;
  return <Full noun={noun} plan={plan} limit={limit} />;
}

function Full({ noun, plan, limit }: { noun: Noun; plan: Plan; limit: number }) {
  const plans = useLoad((signal) => api.get<PlanList>('/plans', {}, signal), []);
  const more = plans.data?.plans.find(({ limits }) => limits[noun] === null || (limits[noun] ?? 0) > limit);
  const gives = more?.limits[noun] ?? null;
  return (
    <div class="notice">
      <div>
        <p>{words.full(text.plans[plan], words[noun](limit))}</p>
        {/* Reserves the space until the plans are loaded. */}
        <p>{more ? words.next(text.plans[more.plan], gives === null ? words.unlimited : number(gives)) : '\u00a0'}</p>
      </div>
      {may('admin') && (
        <a class="text" href={pathTo('billing')}>
          {words.see}
        </a>
      )}
    </div>
  );
}
