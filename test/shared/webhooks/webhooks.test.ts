/** Rules for all webhooks of both services: URL, secret and signatures. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { readReceiverUrl } from '../../../shared/webhooks/send.ts';
import {
  eventIdOf,
  isSecret,
  messageId,
  newEventId,
  newSecret,
  signedHeaders,
} from '../../../shared/webhooks/signature.ts';
import { t } from '../../runner/tap.ts';

t.test('any text is an address of http without a user, or is told its fault', async () => {
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.webUrl({ withQueryParameters: true, validSchemes: ['ftp', 'https'] }),
  );
  fc.assert(
    fc.property(text, fc.boolean(), (given, allowPrivate) => {
      const read = readReceiverUrl(given, allowPrivate);
      if ('fault' in read) return read.fault.startsWith('must ');
      const url = new URL(read.href);
      const again = readReceiverUrl(read.href, allowPrivate);
      return (
        /^https?:$/.test(url.protocol) && !url.username && !url.password && 'href' in again && again.href === read.href
      );
    }),
  );
});

t.test('no spelling of a private address passes', async () => {
  const octet = fc.integer({ min: 0, max: 255 });
  const address = fc.oneof(
    fc.tuple(fc.constantFrom(10, 127), octet, octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
    fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  );
  const spellings: ((parts: number[]) => string)[] = [
    (parts) => parts.join('.'),
    (parts) => parts.map((part) => `0x${part.toString(16)}`).join('.'),
    (parts) => parts.map((part) => `0${part.toString(8)}`).join('.'),
    (parts) => String(parts.reduce((sum, part) => sum * 256 + part, 0)),
    (parts) => `[::ffff:${parts.join('.')}]`,
  ];
  fc.assert(
    fc.property(address, fc.constantFrom(...spellings), (parts, spell) => {
      const url = `http://${spell(parts)}/`;
      return 'fault' in readReceiverUrl(url, false) && 'href' in readReceiverUrl(url, true);
    }),
  );
});

t.test('a secret is 24 to 64 bytes, and those that are made are', async (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 100 }), (bytes) => {
      const secret = `whsec_${Buffer.from(bytes).toString('base64')}`;
      return isSecret(secret) === (bytes.length >= 24 && bytes.length <= 64);
    }),
  );
  t.ok(isSecret(newSecret()));
});

t.test('an id of a message leads back to its event, any other text to none', async (t) => {
  const eventId = newEventId();
  t.equal(eventIdOf(messageId(eventId)), eventId);
  for (const text of ['', 'msg_', eventId, `${messageId(eventId)}x`, messageId(eventId.toUpperCase())]) {
    t.equal(eventIdOf(text), text === messageId(eventId) ? eventId : undefined, text);
  }
});

t.test('each secret signs, the newest first', async (t) => {
  const secrets = [newSecret(), newSecret()];
  const headers = signedHeaders(secrets, 'msg_1', '{"a":1}', new Date(1_700_000_000_999));
  t.equal(headers['webhook-timestamp'], '1700000000');
  const expected = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(6), 'base64');
    return `v1,${createHmac('sha256', key).update('msg_1.1700000000.{"a":1}').digest('base64')}`;
  });
  t.equal(headers['webhook-signature'], expected.join(' '));
});
