/** The end of a customer's subscriptions and open checkouts at Stripe. */
import { callStripe, isMissingCustomer, isRefusal, type Stripe } from './client.ts';

/** Expires all open checkouts, so that none can be paid. */
export async function endOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const { data } = await callStripe(() => stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }));
  for (const { id } of data) await unlessEnded(() => stripe.checkout.sessions.expire(id));
}

const endedStatuses = ['canceled', 'incomplete_expired'];

/** Cancels every subscription at once without a refund. Ignores a customer that Stripe does not know. */
export async function endSubscriptions(stripe: Stripe, customer: string): Promise<void> {
  try {
    await endOpenCheckouts(stripe, customer);
    const { data } = await callStripe(() => stripe.subscriptions.list({ customer, status: 'all', limit: 100 }));
    for (const { id, status } of data) {
      if (!endedStatuses.includes(status)) await unlessEnded(() => stripe.subscriptions.cancel(id));
    }
  } catch (error) {
    if (!isMissingCustomer(error)) throw error;
  }
}

/** Calls `end` and ignores a refusal, because Stripe refuses to end the same object twice. */
async function unlessEnded(end: () => Promise<unknown>): Promise<void> {
  await callStripe(end).catch((error) => {
    if (!isRefusal(error)) throw error;
  });
}
