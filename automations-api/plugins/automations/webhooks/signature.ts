/** Signs a message in the way of Standard Webhooks: HMAC-SHA256 over id, time and body. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export const newSecret = () => prefix + randomBytes(32).toString('base64');

/** A secret is `whsec_` and 24 to 64 bytes in base64. */
export const isSecret = (text: string) =>
  /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text) && keyOf(text).length >= 24 && keyOf(text).length <= 64;

const keyOf = (secret: string) => Buffer.from(secret.slice(prefix.length), 'base64');

/** The headers that let a receiver check the body and refuse what is old or repeated. */
export function signedHeaders(secret: string, id: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
