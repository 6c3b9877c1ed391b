/** Rules for all webhooks of both services: URL, secret and signatures. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { readConfig } from '../../../shared/config/config.ts';
import { readReceiverUrl, receiverRules, send } from '../../../shared/webhooks/send.ts';
import {
  eventIdOf,
  isSecret,
  messageId,
  newEventId,
  newSecret,
  signedHeaders,
} from '../../../shared/webhooks/signature.ts';
import { t } from '../../runner/tap.ts';

const [strict, lax] = ['0', '1'].map((is) => receiverRules(readConfig({ ALLOW_PRIVATE_DESTINATIONS: is }))) as [
  ReturnType<typeof receiverRules>,
  ReturnType<typeof receiverRules>,
];

t.test('any text is accepted as an HTTP URL without user data, or refused with a reason', async () => {
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.webUrl({ withQueryParameters: true, validSchemes: ['ftp', 'https'] }),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(strict, lax), (given, rules) => {
      const read = readReceiverUrl(given, rules);
      if ('fault' in read) return read.fault.startsWith('must ');
      const url = new URL(read.href);
      const again = readReceiverUrl(read.href, rules);
      return (
        /^https?:$/.test(url.protocol) && !url.username && !url.password && 'href' in again && again.href === read.href
      );
    }),
  );
});

t.test('a private IP address is refused in every spelling', async () => {
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
      return 'fault' in readReceiverUrl(url, strict) && 'href' in readReceiverUrl(url, lax);
    }),
  );
});

t.test('webhooks reach the standard web ports and the ports in WEBHOOK_PORTS, but no others', async (t) => {
  const more = receiverRules(readConfig({ WEBHOOK_PORTS: '9000, 25' }));
  for (const [url, byDefault, withMore] of [
    ['https://hooks.example/', true, true],
    ['http://hooks.example/', true, true],
    ['http://hooks.example:443/', true, true],
    ['https://hooks.example:80/', true, true],
    ['http://hooks.example:8080/', true, true],
    ['https://hooks.example:8443/', true, true],
    ['http://hooks.example:25/', false, true],
    ['http://hooks.example:9000/', false, true],
    ['http://hooks.example:6379/', false, false],
    ['https://hooks.example:0/', false, false],
    ['https://[2001:4860:4860::8888]:22/', false, false],
  ] as const) {
    for (const [rules, isAllowed] of [
      [strict, byDefault],
      [more, withMore],
      [lax, true],
    ] as const) {
      const read = readReceiverUrl(url, rules);
      t.equal('href' in read, isAllowed, url);
      if (isAllowed) continue;
      t.match(read, { fault: /^must have one of the ports 80, 443, .*WEBHOOK_PORTS/ });
      const refused = send(url, {}, '', { ...rules, keepsAnswers: false });
      await t.rejects(refused, /one of the ports/, 'nor is a URL that was stored before');
    }
  }
  t.throws(() => readConfig({ WEBHOOK_PORTS: '80,web' }), /WEBHOOK_PORTS: .*port/);
});

t.test('a secret must have 24 to 64 bytes, and generated secrets have this length', async (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 0, maxLength: 100 }), (bytes) => {
      const secret = `whsec_${Buffer.from(bytes).toString('base64')}`;
      return isSecret(secret) === (bytes.length >= 24 && bytes.length <= 64);
    }),
  );
  t.ok(isSecret(newSecret()));
});

t.test("a message id contains its event's id, and any other text contains no event id", async (t) => {
  const eventId = newEventId();
  t.equal(eventIdOf(messageId(eventId)), eventId);
  for (const text of ['', 'msg_', eventId, `${messageId(eventId)}x`, messageId(eventId.toUpperCase())]) {
    t.equal(eventIdOf(text), text === messageId(eventId) ? eventId : undefined, text);
  }
});

t.test('a delivery has a signature with each secret, starting with the newest secret', async (t) => {
  const secrets = [newSecret(), newSecret()];
  const headers = signedHeaders(secrets, 'msg_1', '{"a":1}', new Date(1_700_000_000_999));
  t.equal(headers['webhook-timestamp'], '1700000000');
  const expected = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(6), 'base64');
    return `v1,${createHmac('sha256', key).update('msg_1.1700000000.{"a":1}').digest('base64')}`;
  });
  t.equal(headers['webhook-signature'], expected.join(' '));
});
