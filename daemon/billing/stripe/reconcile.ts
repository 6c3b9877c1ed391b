/**
 * Bringing a workspace's account in line with its subscriptions at Stripe. They are always asked for afresh, so that
 * neither the order nor the content of events matters; and what was asked for before another's write is asked again, so
 * that an older answer never replaces a newer one. No row is held while Stripe is asked.
 */
import type { Config } from '../../../shared/config.ts';
import { type Db, inTransaction } from '../../../shared/db.ts';
import type { Log } from '../../../shared/log.ts';
import { tooBusy } from '../../api/errors.ts';
import { system } from '../../audit-log/record.ts';
import { lockWorkspace } from '../../members/queries.ts';
import { getAccount, insertEvent } from '../queries.ts';
import { writeStanding } from '../subscription-state.ts';
import { asking, type Stripe } from './client.ts';
import type { Prices } from './prices.ts';
import { accountOf, chooseSubscription, itemOf } from './subscription.ts';

export type Follower = { db: Db; config: Pick<Config, 'billingGraceDays'>; log: Log; stripe: Stripe; prices: Prices };

export type Followed = {
  /** The subscription that is being paid for, or should be. */
  live: Stripe.Subscription | undefined;
  /** The workspace's plan changed. */
  planChanged: boolean;
};

const tries = 10;
const nothing: Followed = { live: undefined, planChanged: false };

/** With `eventId` nothing is done when that event was followed before. */
export async function follow(follower: Follower, workspaceId: number, eventId?: string): Promise<Followed> {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const followed = await tryToFollow(follower, workspaceId, eventId);
    if (followed !== 'overtaken') return followed;
  }
  throw tooBusy('billing is busy; try again shortly');
}

async function tryToFollow(
  { db, config, log, stripe, prices }: Follower,
  workspaceId: number,
  eventId: string | undefined,
): Promise<Followed | 'overtaken'> {
  const seen = await getAccount(db, workspaceId);
  const { customerId: customer, revision } = seen;
  if (customer === null) return nothing;
  const { data } = await asking(() => stripe.subscriptions.list({ customer, status: 'all', limit: 100 }));
  const { chosen, live, liveCount } = chooseSubscription(data, prices);
  if (liveCount > 1) log.warn({ customer, liveCount }, 'a customer pays for several subscriptions at once');
  if (live && !itemOf(live, prices).wish) {
    log.warn(
      { subscription: live.id },
      'a subscription has none of the prices of the settings; the plan stays as it is',
    );
  }
  const now = new Date();
  return inTransaction(db, async (trx) => {
    const workspace = await lockWorkspace(trx, workspaceId);
    const before = await getAccount(trx, workspaceId);
    if (before.revision !== revision) return 'overtaken';
    if (eventId !== undefined && !(await insertEvent(trx, eventId, now))) return nothing;
    const after = accountOf(before, chosen, { prices, graceDays: config.billingGraceDays, now });
    const change = { workspace, before, after, actor: system, reason: 'subscription' } as const;
    return { live, planChanged: await writeStanding(trx, change, now) };
  });
}
