/** Visitors and IP addresses: a visitor is identified by IP address and user agent, and an address is one visitor in every spelling. */
import { createHash } from 'node:crypto';
import { isIP, SocketAddress } from 'node:net';
import fc from 'fast-check';
import { referrerHost } from '../../../daemon/clicks/core/agent.ts';
import { createVisitorHash } from '../../../daemon/clicks/visitor.ts';
import { readAddress, writePeerAddress, writeTextAddress } from '../../../shared/net/address.ts';
import { t } from '../../runner/tap.ts';

const bytes = (length: { minLength: number; maxLength: number }) =>
  fc.uint8Array({ ...length, size: 'max' }).map((array) => Buffer.from(array));

t.test("a visitor's id is the SHA-256 of salt, IP address and user agent, in any order of computation", async () => {
  const { input, addressAt, digest } = createVisitorHash();
  const salts = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const visit = fc.record({
    salt: fc.constantFrom(...salts),
    address: bytes({ minLength: 16, maxLength: 16 }),
    agent: bytes({ minLength: 0, maxLength: 600 }),
  });
  fc.assert(
    fc.property(visit, ({ salt, address, agent }) => {
      address.copy(input, addressAt);
      const expected = createHash('sha256').update(salt).update(address).update(agent.subarray(0, 512)).digest();
      return Buffer.from(digest(salt, agent.toString('latin1')), 'latin1').equals(expected);
    }),
  );
});

const asText = (text: string) => {
  const into = Buffer.alloc(16, 9);
  writeTextAddress(into, 0, text);
  return into.toString('hex');
};
const asPeer = (peer: Uint8Array) => {
  const into = Buffer.alloc(16, 9);
  writePeerAddress(into, 0, new Uint8Array(peer).buffer);
  return into.toString('hex');
};

t.test('an IP address has the same bytes whether it comes from a socket or a header, in any spelling', async (t) => {
  for (const spellings of [
    ['203.0.113.9', '::ffff:203.0.113.9', '::ffff:cb00:7109', '0:0:0:0:0:ffff:203.0.113.9'],
    ['2001:db8::1', '2001:0db8:0000:0000:0000:0000:0000:0001', '2001:DB8:0:0::0:1'],
    ['::1', '0000:0000:0000:0000:0000:0000:0000:0001'],
    ['fe80::1', 'fe80::1%eth0'],
  ]) {
    t.equal(new Set(spellings.map(asText)).size, 1, spellings[0] ?? '');
  }
  for (const text of ['unknown', '', '01.2.3.4', '1.2.3.4%eth0', '1::%', '[::1]'])
    t.equal(asText(text), '0'.repeat(32));
  const four = bytes({ minLength: 4, maxLength: 4 });
  fc.assert(fc.property(four, (peer) => asPeer(peer) === asText(peer.join('.'))));
  fc.assert(fc.property(bytes({ minLength: 16, maxLength: 16 }), (peer) => asPeer(peer) === peer.toString('hex')));
  for (const length of [0, 3, 17]) t.equal(asPeer(new Uint8Array(length).fill(1)), '0'.repeat(32));
});

t.test('a text is parsed as an IP address if and only if Node.js parses it, with the same result', async (t) => {
  const group = fc.oneof(
    fc.constantFrom('0', 'ffff', 'FFFF', '1', '00ab', '12345', 'g', ''),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), maxLength: 4 }),
  );
  const four = fc.array(fc.oneof(fc.nat(300).map(String), fc.constantFrom('01', '', '1a')), {
    minLength: 3,
    maxLength: 5,
  });
  const dotted = fc.oneof(
    fc.ipV4(),
    four.map((parts) => parts.join('.')),
  );
  const colons = fc
    .tuple(fc.array(fc.tuple(group, fc.constantFrom(':', ':', ':', '::')), { maxLength: 9 }), fc.oneof(group, dotted))
    .map(([parts, last]) => parts.flat().join('') + last);
  const noise = fc.string({ unit: fc.constantFrom(...'0129af:.%[]'), maxLength: 20 });
  let addresses = 0;
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), dotted, colons, noise), (text) => {
      // The platform parses zones in its own way.
      fc.pre(!text.includes('%'));
      const into = Buffer.alloc(20, 9);
      const read = writeTextAddress(into, 2, text);
      if (into[1] !== 9 || into[18] !== 9 || read !== (isIP(text) !== 0)) return false;
      if (!read) return into.subarray(2, 18).every((byte) => byte === 0);
      addresses++;
      const same = (one: string) =>
        new SocketAddress({ address: one, family: isIP(one) === 6 ? 'ipv6' : 'ipv4' }).address;
      const mapped = (one: string) => (isIP(one) === 4 ? same(`::ffff:${one}`) : same(one));
      return mapped(readAddress(into, 2)) === mapped(text);
    }),
    { numRuns: 20_000 },
  );
  t.ok(addresses > 4_000, `${addresses} were addresses`);
});

t.test('a referrer is reduced to its host, in lower case, without port and www', async (t) => {
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
