/** The end of a deleted workspace's subscriptions. */
import type { Config } from '../../shared/config/config.ts';
import type { Db } from '../core/tables.ts';
import { getAccount } from './core/queries.ts';
import { createStripe } from './stripe/client.ts';
import { endSubscriptions } from './stripe/end-subscriptions.ts';

/**
 * Returns a function that cancels a workspace's subscriptions and open checkouts at once. The function can be called
 * repeatedly. Without a payment service it does nothing. @throws `unavailable` if the payment service is down
 */
export function createEndBilling({ config, db }: { config: Config; db: Db }): (workspaceId: number) => Promise<void> {
  if (config.stripe.secretKey === '') return async () => {};
  const open = createStripe(config);
  return async (workspaceId) => {
    const { customerId } = await getAccount(db, workspaceId);
    if (customerId !== null) await endSubscriptions(await open(), customerId);
  };
}
