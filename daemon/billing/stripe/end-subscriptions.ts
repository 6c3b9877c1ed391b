/** Cancels a customer's subscriptions and open checkouts at Stripe. */
import { asking, isMissingCustomer, isRefusal, type Stripe } from './client.ts';

/** Expires all open checkouts, so that none can be paid. */
export async function endOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const { data } = await asking(() => stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }));
  for (const { id } of data) await unlessOver(() => stripe.checkout.sessions.expire(id));
}

const over = ['canceled', 'incomplete_expired'];

/** Cancels every subscription at once without a refund. A customer unknown to Stripe has none. */
export async function endSubscriptions(stripe: Stripe, customer: string): Promise<void> {
  try {
    await endOpenCheckouts(stripe, customer);
    const { data } = await asking(() => stripe.subscriptions.list({ customer, status: 'all', limit: 100 }));
    for (const { id, status } of data) {
      if (!over.includes(status)) await unlessOver(() => stripe.subscriptions.cancel(id));
    }
  } catch (error) {
    if (!isMissingCustomer(error)) throw error;
  }
}

/** Stripe refuses if it has ended by itself meanwhile. */
async function unlessOver(end: () => Promise<unknown>): Promise<void> {
  await asking(end).catch((error) => {
    if (!isRefusal(error)) throw error;
  });
}
