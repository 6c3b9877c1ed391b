/** Signs a message in the way of Standard Webhooks: HMAC-SHA256 over id, time and body. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** How long a replaced secret continues signing. */
export const formerSecretMs = 86_400_000;

export const newSecret = () => prefix + randomBytes(32).toString('base64');

/** A secret is `whsec_` and 24 to 64 bytes in base64. */
export const isSecret = (text: string) =>
  /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text) && keyOf(text).length >= 24 && keyOf(text).length <= 64;

const keyOf = (secret: string) => Buffer.from(secret.slice(prefix.length), 'base64');

/** The id of a message, the same over all tries. `eventId` is 32 hexadecimal digits. */
export const messageId = (eventId: string) => `msg_${eventId}`;
/** Undefined for what is no id of a message. */
export const eventIdOf = (id: string) => /^msg_([0-9a-f]{32})$/.exec(id)?.[1];
export const newEventId = () => randomBytes(16).toString('hex');

/**
 * The headers that let a receiver check the body and refuse what is old or repeated. With several secrets there are as many
 * signatures, of which one must hold: a receiver that still has the previous secret continues while it is replaced.
 */
export function signedHeaders(secrets: readonly string[], id: string, body: string, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatureBy = (secret: string) =>
    `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signatureBy).join(' '),
  };
}
