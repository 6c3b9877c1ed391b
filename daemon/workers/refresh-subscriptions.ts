/**
 * Asks Stripe about subscriptions whose period ended without an event, so that a lost one, or a webhook that was set up
 * wrong, leaves nobody with a plan that is not paid for, or without one that is.
 */
import type { Config } from '../../shared/config.ts';
import type { Db } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { repeat } from '../../shared/repeat.ts';
import { listOverdue } from '../billing/queries.ts';
import { createStripe } from '../billing/stripe/client.ts';
import { readPrices } from '../billing/stripe/prices.ts';
import { type Follower, follow } from '../billing/stripe/reconcile.ts';

const hourMs = 3_600_000;
/** Stripe renews within about an hour of a period's end. */
const lateMs = 2 * hourMs;
const atOnce = 100;

export async function refreshSubscriptions(follower: Follower, now: Date): Promise<void> {
  for (let after = 0; ; ) {
    const workspaceIds = await listOverdue(follower.db, new Date(now.getTime() - lateMs), after, atOnce);
    for (const workspaceId of workspaceIds) {
      await follow(follower, workspaceId).catch((err) =>
        follower.log.warn({ err, workspaceId }, 'Stripe could not be asked about a subscription'),
      );
    }
    if (workspaceIds.length < atOnce) return;
    after = workspaceIds.at(-1) as number;
  }
}

/** @throws ConfigError when Stripe is set up by half; without Stripe there is nothing to do. */
export function startRefreshing(config: Config, db: Db, log: Log): () => Promise<void> {
  if (config.stripe.secretKey === '') return async () => {};
  const open = createStripe(config);
  const prices = readPrices(config);
  return repeat(log, 'refresh subscriptions', hourMs, async () =>
    refreshSubscriptions({ db, config, log, stripe: await open(), prices }, new Date()),
  );
}
