/** Ending what a customer has at Stripe, or has begun to buy. */
import { asking, isMissingCustomer, isRefusal, type Stripe } from './client.ts';

/** Of several checkouts begun, none can be paid any more. */
export async function endOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const { data } = await asking(() => stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 }));
  for (const { id } of data) await unlessOver(() => stripe.checkout.sessions.expire(id));
}

const over = ['canceled', 'incomplete_expired'];

/** Cancels every subscription at once; nothing is paid back. A customer Stripe does not know has none. */
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

/** Refused is what ended by itself meanwhile. */
async function unlessOver(end: () => Promise<unknown>): Promise<void> {
  await asking(end).catch((error) => {
    if (!isRefusal(error)) throw error;
  });
}
