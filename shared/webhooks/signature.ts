/** Signatures as Standard Webhooks defines them: HMAC-SHA256 over id, time and body. */
import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** The time during which a replaced secret still signs. */
export const previousSecretMs = 86_400_000;

export const newSecret = () => prefix + randomBytes(32).toString('base64');

/** Returns whether a text is a secret: `whsec_`, followed by 24 to 64 bytes in base64. */
export const isSecret = (text: string) =>
  /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/.test(text) && keyOf(text).length >= 24 && keyOf(text).length <= 64;

const keyOf = (secret: string) => Buffer.from(secret.slice(prefix.length), 'base64');

/** Returns the message id of an event, which is the same for all attempts. `eventId` has 32 hexadecimal digits. */
export const messageId = (eventId: string) => `msg_${eventId}`;
/** Returns the event id in a message id. Returns undefined if the message id is invalid. */
export const eventIdOf = (id: string) => /^msg_([0-9a-f]{32})$/.exec(id)?.[1];
export const newEventId = () => randomBytes(16).toString('hex');

/**
 * Returns the headers with which a receiver can check the body and refuse old or repeated messages. With several
 * secrets there are several signatures, and receivers accept any valid one. So a receiver with the old secret keeps
 * working while secrets are rotated.
 */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  body: string | Buffer,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const signatureBy = (secret: string) =>
    `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(signatureBy).join(' '),
  };
}
