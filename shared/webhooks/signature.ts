/** Signatures of messages by Standard Webhooks: HMAC-SHA256 over id, time and body. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** How long a replaced secret still signs. */
export const formerSecretMs = 86_400_000;

export const newSecret = () => prefix + randomBytes(32).toString('base64');

/** A secret is `whsec_` and 24 to 64 bytes in base64. */
export const isSecret = (text: string) =>
  /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text) && keyOf(text).length >= 24 && keyOf(text).length <= 64;

const keyOf = (secret: string) => Buffer.from(secret.slice(prefix.length), 'base64');

/** Returns a message's id, the same for all attempts. `eventId` is 32 hexadecimal digits. */
export const messageId = (eventId: string) => `msg_${eventId}`;
/** Returns the event id of a message id; undefined if it is invalid. */
export const eventIdOf = (id: string) => /^msg_([0-9a-f]{32})$/.exec(id)?.[1];
export const newEventId = () => randomBytes(16).toString('hex');

/**
 * Returns the headers with which a receiver can check the body and refuse old or repeated messages. With several secrets there
 * are several signatures, and one must be valid: a receiver with the old secret keeps working during a rotation.
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
