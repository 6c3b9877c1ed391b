/**
 * The worker that ends grace periods of failed payments, and reads subscriptions whose period ended without an event
 * from Stripe.
 */
import type { Config } from '../../shared/config/config.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import type { Log } from '../../shared/log/log.ts';
import { endGraces } from '../billing/end-graces.ts';
import { createStripe } from '../billing/stripe/client.ts';
import { readPrices } from '../billing/stripe/prices.ts';
import { refreshSubscriptions } from '../billing/stripe/refresh-subscriptions.ts';
import type { Db } from '../core/tables.ts';

const endEveryMs = 60_000;
const refreshEveryMs = 3_600_000;

/** @throws ConfigError if Stripe is only partly set up */
export function startBilling(config: Config, db: Db, log: Log): () => Promise<unknown> {
  const name = 'end grace periods of failed payments';
  const ending = repeat(log, name, endEveryMs, { work: () => endGraces(db, new Date()) });
  if (config.stripe.secretKey === '') return ending.stop;
  const open = createStripe(config);
  const prices = readPrices(config);
  const refreshing = repeat(log, 'refresh subscriptions', refreshEveryMs, {
    work: async () => refreshSubscriptions({ db, config, log, stripe: await open(), prices }, new Date()),
  });
  return () => Promise.all([ending.stop(), refreshing.stop()]);
}
