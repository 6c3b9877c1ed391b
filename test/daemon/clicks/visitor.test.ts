/** Visitors and addresses: the hash is HMAC-SHA-256, and one address is one visitor however it is written. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import { referrerHost } from '../../../daemon/clicks/agent.ts';
import { visitorHash } from '../../../daemon/clicks/visitor.ts';
import { readAddress, writePeerAddress, writeTextAddress } from '../../../shared/address.ts';

const bytes = (length: { minLength: number; maxLength: number }) =>
  fc.uint8Array({ ...length, size: 'max' }).map((array) => Buffer.from(array));

t.test('a visitor is the HMAC-SHA-256 of address and agent under the salt', async (t) => {
  fc.assert(
    fc.property(bytes({ minLength: 32, maxLength: 32 }), bytes({ minLength: 0, maxLength: 2_000 }), (salt, input) => {
      return visitorHash(salt)(input) === createHmac('sha256', salt).update(input).digest('hex');
    }),
  );
  t.pass();
});

const asText = (text: string) => {
  const into = Buffer.alloc(16, 9);
  writeTextAddress(into, 0, text);
  return into.toString('hex');
};
const asPeer = (text: string) => {
  const into = Buffer.alloc(16, 9);
  writePeerAddress(into, 0, new TextEncoder().encode(text));
  return into.toString('hex');
};

t.test('an address has the same bytes from a socket, from a header and in every spelling', async (t) => {
  for (const spellings of [
    ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109', '0:0:0:0:0:ffff:203.0.113.9'],
    ['2001:db8::1', '2001:0db8:0000:0000:0000:0000:0000:0001', '2001:DB8:0:0::0:1'],
    ['::1', '0000:0000:0000:0000:0000:0000:0000:0001'],
    ['fe80::1', 'fe80::1%eth0'],
  ]) {
    t.equal(new Set([...spellings.map(asText), ...spellings.map(asPeer)]).size, 1, spellings[0] ?? '');
  }
  t.equal(asText('unknown'), '0'.repeat(32));
  fc.assert(fc.property(fc.ipV4(), (text) => readAddress(Buffer.from(asPeer(text), 'hex'), 0) === text));
  fc.assert(
    fc.property(fc.ipV6(), (text) => asText(readAddress(Buffer.from(asText(text), 'hex'), 0)) === asText(text)),
  );
});

t.test('a referrer is its host in lower case, without port and www', async (t) => {
  for (const [raw, host] of [
    ['', ''],
    ['www.Example.com:8080', 'example.com'],
    ['user:secret@example.com', 'example.com'],
    ['www.com', 'www.com'],
    ['localhost', 'localhost'],
    ['[2001:db8::1]', '[2001:db8::1]'],
    ['a b', 'Unknown'],
    ['=cmd()', 'Unknown'],
    ['ä.example', 'Unknown'],
  ] as const) {
    t.equal(referrerHost(raw), host, raw);
  }
});
