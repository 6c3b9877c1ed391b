/** The verification of messages' signatures. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isSecret, signedHeaders } from '../../../../shared/webhooks/signature.ts';

export const signatureKinds = ['hmac', 'stripe', 'woocommerce', 'github', 'standard'] as const;
/** How a hook's messages are signed. `header` and `encoding` are only for `hmac`. */
export type Signature = { kind: (typeof signatureKinds)[number]; header?: string; encoding?: 'hex' | 'base64' };

type Headers = Readonly<Record<string, string | undefined>>;
type Message = { headers: Headers; body: Buffer; now: Date };

export const defaultHeader = 'x-signature';
/** The maximum difference between a signature's time and the clock. */
const toleranceSeconds = 300;
/** The maximum number of signatures of a message, for example for two secrets. */
const mostSignatures = 10;

/** Returns the fault of a signing secret, if there is one. */
export const faultOfSecret = ({ kind }: Signature, secret: string): string | undefined =>
  kind === 'standard' && !isSecret(secret) ? 'must be whsec_ and 24 to 64 bytes in base64' : undefined;

/** Returns whether a message is signed with the secret. */
export function isSigned(
  { kind, header = defaultHeader, encoding = 'hex' }: Signature,
  secret: string,
  message: Message,
) {
  const { headers, body } = message;
  const sign = (text: string | Buffer, as: 'hex' | 'base64') => createHmac('sha256', secret).update(text).digest(as);
  switch (kind) {
    case 'hmac':
      return isSame(withoutMark(headers[header.toLowerCase()] ?? ''), sign(body, encoding));
    case 'github':
      return isSame(headers['x-hub-signature-256'] ?? '', `sha256=${sign(body, 'hex')}`);
    case 'woocommerce':
      return isSame(headers['x-wc-webhook-signature'] ?? '', sign(body, 'base64'));
    case 'stripe':
      return isSignedByStripe(message, (text) => sign(text, 'hex'));
    case 'standard':
      return isSignedAsStandard(message, secret);
  }
}

function isSignedByStripe({ headers, body, now }: Message, sign: (text: Buffer) => string): boolean {
  const pairs = (headers['stripe-signature'] ?? '').split(',').map((pair) => pair.trim().split('='));
  const time = pairs.find(([name]) => name === 't')?.[1] ?? '';
  const given = pairs.filter(([name]) => name === 'v1').map(([, signature = '']) => signature);
  const wanted = sign(Buffer.concat([Buffer.from(`${time}.`), body]));
  return isRecent(time, now) && given.slice(0, mostSignatures).some((one) => isSame(one, wanted));
}

function isSignedAsStandard({ headers, body, now }: Message, secret: string): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': given = '' } = headers;
  if (id === '' || !isRecent(time, now)) return false;
  const signed = signedHeaders([secret], id, body, new Date(Number(time) * 1_000));
  const wanted = signed['webhook-signature'] ?? '';
  return given.split(' ', mostSignatures).some((one) => isSame(one, wanted));
}

/** Returns whether a time, in seconds since 1970, is recent. */
const isRecent = (time: string, now: Date) =>
  /^\d{1,12}$/.test(time) && Math.abs(now.getTime() / 1_000 - Number(time)) <= toleranceSeconds;

/** Removes the mark that many programs put before a signature, such as Typeform. */
const withoutMark = (signature: string) => signature.trim().replace(/^sha256=/, '');

/** Compares texts in constant time. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
