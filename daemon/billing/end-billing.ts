/** The end of what a workspace pays for, when the workspace itself ends. */
import type { Config } from '../../shared/config/config.ts';
import type { Db } from '../core/tables.ts';
import { getAccount } from './core/queries.ts';
import { createStripe } from './stripe/client.ts';
import { endSubscriptions } from './stripe/end-subscriptions.ts';

/**
 * Cancels a workspace's subscriptions at once, and what would begin another; doing it again changes nothing. Without a
 * payment service there is nothing to end. @throws `unavailable` while the payment service is away.
 */
export function createEndBilling({ config, db }: { config: Config; db: Db }): (workspaceId: number) => Promise<void> {
  if (config.stripe.secretKey === '') return async () => {};
  const open = createStripe(config);
  return async (workspaceId) => {
    const { customerId } = await getAccount(db, workspaceId);
    if (customerId !== null) await endSubscriptions(await open(), customerId);
  };
}
