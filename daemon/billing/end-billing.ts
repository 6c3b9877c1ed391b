/** Ends the subscriptions of a deleted workspace. */
import type { Config } from '../../shared/config/config.ts';
import type { Db } from '../core/tables.ts';
import { getAccount } from './core/queries.ts';
import { createStripe } from './stripe/client.ts';
import { endSubscriptions } from './stripe/end-subscriptions.ts';

/**
 * Cancels a workspace's subscriptions at once, and open checkouts; repeated calls change nothing. Does nothing without
 * a payment service. @throws `unavailable` while the payment service is away
 */
export function createEndBilling({ config, db }: { config: Config; db: Db }): (workspaceId: number) => Promise<void> {
  if (config.stripe.secretKey === '') return async () => {};
  const open = createStripe(config);
  return async (workspaceId) => {
    const { customerId } = await getAccount(db, workspaceId);
    if (customerId !== null) await endSubscriptions(await open(), customerId);
  };
}
