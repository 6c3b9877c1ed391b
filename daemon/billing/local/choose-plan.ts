/** The switch of a workspace's plan on the local billing page. */
import type { OfferedPlan } from '../../../shared/config/config.ts';
import { inTransaction } from '../../../shared/db/db.ts';
import type { Db } from '../../core/tables.ts';
import { lockWorkspace } from '../../workspaces/queries.ts';
import type { Interval } from '../core/billing.ts';
import { getAccount } from '../core/queries.ts';
import { writeSubscriptionState } from '../core/subscription-state.ts';
import { deletePageLink, findPageLink, type PageLink } from './queries.ts';

type Choice = { plan: OfferedPlan; interval: Interval };

/**
 * Switches the plan and uses up the link. Returns `false` if the link is used up, or its creator is no longer allowed
 * to change the plan.
 */
export const choosePlan = (
  db: Db,
  token: string,
  link: PageLink,
  { choice: { plan, interval }, now }: { choice: Choice; now: Date },
) =>
  inTransaction(db, async (trx) => {
    const workspace = await lockWorkspace(trx, link.workspaceId);
    const { isAllowed } = (await findPageLink(trx, token, now)) ?? {};
    if (!isAllowed || !(await deletePageLink(trx, token))) return false;
    const before = await getAccount(trx, workspace.id);
    const isFree = plan === 'free';
    const after = {
      ...before,
      plan,
      interval: isFree ? null : interval,
      status: isFree ? ('none' as const) : ('active' as const),
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
      graceUntil: null,
      subscriptionId: null,
    };
    await writeSubscriptionState(trx, { workspace, before, after, actor: link.actor, reason: 'chosen' }, now);
    return true;
  });
