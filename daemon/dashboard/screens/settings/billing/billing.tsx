/** Billing: the current plan and its usage, the limits of all plans, and switching plans. */
import { useState } from 'preact/hooks';
import { Button } from '../../../../../shared/ui/button.tsx';
import { date, number } from '../../../../../shared/ui/format.ts';
import { useLoad } from '../../../../../shared/ui/load.ts';
import { Bones, Empty, Show } from '../../../../../shared/ui/states.tsx';
import { toastError } from '../../../../../shared/ui/toast.tsx';
import { api } from '../../../core/api.ts';
import { may, membership, workspace } from '../../../core/session.ts';
import type { Billing as Account, Plan, PlanList, Workspace } from '../../../core/types.ts';
import { text } from '../../../text/later.ts';
import { SettingsScreen } from '../core/settings.tsx';
import { Downgrade } from './downgrade.tsx';
import { type Interval, PlanCards } from './plan-cards.tsx';
import { isHigher, planOf } from './plans.ts';

const words = text.billing;

/** Opens the payment page, or the page that switches plans without payment. */
async function leaveFor(path: string, body?: object): Promise<void> {
  const { url } = await api.post<{ url: string }>(path, body);
  location.assign(url);
}

const toPortal = () => leaveFor('/billing/portal');

/** Opens the page that changes the plan. Switching down to a free plan needs no checkout. */
const change = (plan: Plan, interval: Interval) =>
  plan === 'free' ? toPortal() : leaveFor('/billing/checkout', { plan, interval });

type Found = { plans: PlanList; account: Account | undefined };

async function load(signal: AbortSignal): Promise<Found> {
  const [plans, account] = await Promise.all([
    api.get<PlanList>('/plans', {}, signal),
    may('admin') ? api.get<Account>('/billing', {}, signal) : undefined,
  ]);
  return { plans, account };
}

export const Billing = () => (membership.value?.unlimited ? <NoBilling /> : <OwnBilling />);

/** Shows that the workspace has no limits. Users open this screen only by its URL, for example from a bookmark. */
const NoBilling = () => (
  <SettingsScreen name="billing">
    <section class="card">
      <Empty icon="check" title={words.noLimits}>
        {words.noLimitsNote}
      </Empty>
    </section>
  </SettingsScreen>
);

function OwnBilling() {
  const found = useLoad(load, []);
  return (
    <SettingsScreen name="billing">
      <Show
        of={found}
        bones={
          <section class="card">
            <Bones rows={8} />
          </section>
        }
      >
        {(data) => <Plans {...data} />}
      </Show>
    </SettingsScreen>
  );
}

function Plans({ plans, account }: Found) {
  const own = workspace.value;
  const [leaving, setLeaving] = useState<{ plan: Plan; interval: Interval }>();
  if (!own) return null;
  const canChange = may('admin') && plans.changedBy !== 'operator';
  const choose = (plan: Plan, interval: Interval) => {
    if (isHigher(plans, own.plan, plan)) setLeaving({ plan, interval });
    else void change(plan, interval).catch(toastError);
  };
  return (
    <div class="stack">
      <Present own={own} account={account} hasPortal={canChange && plans.changedBy === 'payment'} />
      <p class="soft small">{may('admin') ? words.changedBy[plans.changedBy] : words.adminsChange}</p>
      <PlanCards
        plans={plans}
        own={own.plan}
        interval={account?.interval === 'year' ? 'year' : 'month'}
        onChoose={canChange ? choose : undefined}
      />
      {leaving && (
        <Downgrade
          workspace={own}
          from={planOf(plans, own.plan)}
          to={planOf(plans, leaving.plan)}
          onConfirm={() => change(leaving.plan, leaving.interval)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </div>
  );
}

type PresentProps = { own: Workspace; account: Account | undefined; hasPortal: boolean };

function Present({ own: { plan, limits, usage }, account, hasPortal }: PresentProps) {
  const [isBusy, setBusy] = useState(false);
  const open = () => {
    setBusy(true);
    toPortal().catch((error: Error) => {
      toastError(error);
      setBusy(false);
    });
  };
  return (
    <section class="card" aria-labelledby="present-plan">
      <header>
        <div>
          <h2 id="present-plan">{words.present(text.plans[plan])}</h2>
          {account && <p class="small soft">{billingNote(account)}</p>}
        </div>
        {hasPortal && account?.status !== 'none' && (
          <Button icon="card" isBusy={isBusy} onClick={open}>
            {words.portal}
          </Button>
        )}
      </header>
      {account?.status === 'past_due' && <p class="notice bad overdue">{words.pastDue}</p>}
      <ul class="usage">
        <Meter label={words.meters.links} used={usage.links} limit={limits.links} />
        <Meter label={words.meters.clicks} used={usage.clicks} limit={limits.clicks} isSoft />
        <Meter label={words.meters.domains} used={usage.domains} limit={limits.domains} />
        <Meter label={words.meters.members} used={usage.members} limit={limits.members} />
      </ul>
      <footer>{words.resets(date(usage.resetsAt, 'UTC'))}</footer>
    </section>
  );
}

function billingNote({ status, interval, currentPeriodEnd, cancelAtPeriodEnd }: Account): string {
  const end = currentPeriodEnd && date(currentPeriodEnd);
  if (cancelAtPeriodEnd && end) return words.ends(end);
  if (status !== 'active') return words.statuses[status];
  return words.paid(interval === 'year' ? 'year' : 'month', end ?? undefined);
}

type MeterProps = { label: string; used: number; limit: number | null; isSoft?: boolean };

function Meter({ label, used, limit, isSoft }: MeterProps) {
  const part = limit === null ? 0 : Math.min(1, used / Math.max(1, limit));
  return (
    <li>
      <span>{label}</span>
      <span>
        <b>{number(used)}</b> <span class="soft">{limit === null ? words.unlimited : words.of(number(limit))}</span>
      </span>
      <div class={part >= 1 && !isSoft ? 'meter full' : 'meter'}>
        <i style={{ inlineSize: `${part * 100}%` }} />
      </div>
    </li>
  );
}
