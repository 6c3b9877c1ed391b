/** Asks Stripe about subscriptions whose period ended without an event. */
import type { Config } from '../../shared/config/config.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import { createStripe } from '../billing/stripe/client.ts';
import { readPrices } from '../billing/stripe/prices.ts';
import { refreshSubscriptions } from '../billing/stripe/refresh-subscriptions.ts';
import type { Db } from '../core/tables.ts';

const everyMs = 3_600_000;

/** @throws ConfigError when Stripe is set up by half; without Stripe there is nothing to do. */
export function startRefreshing(config: Config, db: Db, log: Log): () => Promise<void> {
  if (config.stripe.secretKey === '') return async () => {};
  const open = createStripe(config);
  const prices = readPrices(config);
  return repeat(log, 'refresh subscriptions', everyMs, {
    work: async () => refreshSubscriptions({ db, config, log, stripe: await open(), prices }, new Date()),
  }).stop;
}
