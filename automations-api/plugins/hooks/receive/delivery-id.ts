/** The ids by which repeated deliveries are recognised. Pure. */
import { readPath } from '../core/json-path.ts';
import type { Signature } from './verify.ts';

type Delivery = { headers: Readonly<Record<string, string | undefined>>; raw: Buffer; body: unknown };

/** The id that all test events from Stripe's dashboard share. */
const stripeTest = 'evt_00000000000000';

/** The ids of each kind of sender. Signed ones precede headers, which can be changed without breaking a signature. */
const ids: Record<string, (delivery: Delivery) => string | false | undefined> = {
  typeform: ({ headers, body }) => headers['typeform-signature'] !== undefined && textAt(body, 'event_id'),
  stripe: ({ headers, body }) => headers['stripe-signature'] !== undefined && textAt(body, 'id'),
  standard: ({ headers }) => headers['webhook-id'],
  github: ({ headers }) => headers['x-github-delivery'],
  // WooCommerce derives its id from the webhook and the second, so different messages can have the same id.
  woocommerce: ({ headers: { 'x-wc-webhook-delivery-id': id }, raw }) => id && `${id}\n${raw.toString('latin1')}`,
  other: ({ headers }) => headers['idempotency-key'],
};

/** Returns the id of a delivery, if it has one. With a signature of a system, only that system's id counts. */
export function deliveryId(delivery: Delivery, signed?: Signature['kind']): string | undefined {
  const kinds = signed && Object.hasOwn(ids, signed) ? [signed] : Object.keys(ids);
  for (const kind of kinds) {
    const id = ids[kind]?.(delivery);
    if (id) return `${kind}\n${id}`;
  }
  return undefined;
}

function textAt(body: unknown, path: string): string | undefined {
  const id = readPath(body, path);
  return typeof id === 'string' && id !== stripeTest ? id : undefined;
}
