/** The id of a delivery, by which a repeated one is recognised. Pure. */
import { createHash } from 'node:crypto';
import { readPath } from '../core/json-path.ts';

type Headers = Readonly<Record<string, string | undefined>>;

const idHeaders = ['webhook-id', 'x-github-delivery', 'idempotency-key'];
/** The id of all test events of Stripe's dashboard. */
const stripeTest = 'evt_00000000000000';

/** Returns the hash of the delivery's id; undefined if the message has no id. `body` is the parsed body. */
export function deliveryHash(headers: Headers, raw: Buffer, body: unknown): Buffer | undefined {
  const name = idHeaders.find((header) => headers[header]);
  if (name !== undefined) return hashOf(name, headers[name] as string);
  const ofWooCommerce = headers['x-wc-webhook-delivery-id'];
  // WooCommerce derives its id from webhook and second, so different messages can share one.
  if (ofWooCommerce) return hashOf('woocommerce', ofWooCommerce, raw);
  if (headers['stripe-signature']) return hashOfText('stripe', readPath(body, 'id'));
  if (headers['typeform-signature']) return hashOfText('typeform', readPath(body, 'event_id'));
  return undefined;
}

const hashOfText = (source: string, id: unknown) =>
  typeof id === 'string' && id !== '' && id !== stripeTest ? hashOf(source, id) : undefined;

const hashOf = (source: string, id: string, raw: Buffer = Buffer.alloc(0)): Buffer =>
  createHash('sha256').update(`${source}\n${id}\n`).update(raw).digest();
