/**
 * Messages from Amazon SNS. They are accepted if they are signed with a certificate from one of Amazon's SNS hosts.
 * Each message contains the certificate URL and the confirmation URL, so Waypost requests only URLs on these hosts.
 */
import { verify, X509Certificate } from 'node:crypto';
import { unavailable } from '../../../../../shared/errors.ts';
import { readOutbound, sendOutbound } from '../../../../../shared/net/outbound.ts';
import { fail, unprocessable } from '../../core/errors.ts';
import { type Json, textOf } from './notice.ts';

type FetchText = (url: URL) => Promise<string>;

export type SnsReader = {
  /**
   * Verifies a message. Confirms a subscription (`confirmed`), or returns the inner body of any other message.
   * @throws permission_denied if SNS did not send it, unavailable if this cannot be checked now
   */
  read(message: Json): Promise<{ confirmed: true } | { body: string | undefined }>;
};

export const isSnsMessage = ({ Type, TopicArn, Signature }: Json) =>
  [Type, TopicArn, Signature].every((one) => typeof one === 'string');

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;
const digests: Readonly<Record<string, string>> = { 1: 'RSA-SHA1', 2: 'RSA-SHA256' };
const mostCertificates = 20;

export function createSnsReader(fetchText: FetchText = fetchPublicText): SnsReader {
  const certificates = new Map<string, X509Certificate>();

  async function certificateAt(url: URL): Promise<X509Certificate> {
    const cached = certificates.get(url.href);
    if (cached) return cached;
    const text = await fetchText(url).catch((cause) => {
      throw unavailable('The SNS certificate could not be read.', { cause });
    });
    const certificate = new X509Certificate(text);
    if (certificates.size >= mostCertificates) certificates.clear();
    certificates.set(url.href, certificate);
    return certificate;
  }

  return {
    async read(message) {
      const type = textOf(message.Type) ?? '';
      const url = readSnsUrl(message.SigningCertURL);
      const digest = digests[textOf(message.SignatureVersion) ?? ''];
      if (!Object.hasOwn(signedFields, type) || !url?.pathname.endsWith('.pem') || !digest) throw notFromSns();
      const { publicKey, validFrom, validTo } = await certificateAt(url);
      const now = Date.now();
      const isValid = Date.parse(validFrom) <= now && now <= Date.parse(validTo);
      const signed = Buffer.from(textToSign(message, signedFields[type as keyof typeof signedFields]));
      const signature = Buffer.from(textOf(message.Signature) ?? '', 'base64');
      if (!isValid || !verify(digest, signed, publicKey, signature)) throw notFromSns();
      if (type === 'UnsubscribeConfirmation') return { body: undefined };
      if (type === 'Notification') return { body: textOf(message.Message) };
      const confirmAt = readSnsUrl(message.SubscribeURL);
      if (!confirmAt) throw unprocessable('The URL that confirms the subscription is not one of SNS.');
      await fetchText(confirmAt).catch((cause) => {
        throw unavailable('The subscription could not be confirmed.', { cause });
      });
      return { confirmed: true };
    },
  };
}

const notFromSns = () => fail('permission_denied', 'The message is not signed by Amazon SNS.');

const textToSign = (message: Json, fields: readonly string[]) =>
  fields
    .filter((name) => message[name] !== undefined && message[name] !== null)
    .map((name) => `${name}\n${textOf(message[name]) ?? ''}\n`)
    .join('');

/** Parses a URL. Returns undefined unless it is on one of Amazon's SNS hosts. */
function readSnsUrl(given: unknown): URL | undefined {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : undefined;
  const isOfSns = url && /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(\.cn)?$/.test(url.host);
  return isOfSns && url.protocol === 'https:' && !url.username && !url.password ? url : undefined;
}

const limitMs = 10_000;
const mostBytes = 100_000;

async function fetchPublicText(url: URL): Promise<string> {
  const response = await sendOutbound(url, { method: 'GET', headers: {}, signal: AbortSignal.timeout(limitMs) });
  if (response.statusCode !== 200) {
    response.destroy();
    throw new Error(`it answered ${response.statusCode}`);
  }
  return (await readOutbound(response, mostBytes)).toString();
}
