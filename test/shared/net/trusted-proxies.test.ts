/** TRUSTED_PROXIES: an IP address is trusted if and only if the platform's own list agrees, in every spelling. */
import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { writeTextAddress } from '../../../shared/net/address.ts';
import { createTrustedProxies } from '../../../shared/net/trusted-proxies.ts';
import { t } from '../../runner/tap.ts';

const familyOf = (text: string) => (isIP(text) === 6 ? 'ipv6' : 'ipv4');
const four = fc.tuple(fc.constantFrom(10, 127, 192), fc.constantFrom(0, 64, 168), fc.nat(255), fc.nat(255));
const six = fc.tuple(fc.constantFrom('2001', 'fe80', '0'), fc.nat(0xffff), fc.nat(0xffff));
const address = fc.oneof(
  four.map((parts) => parts.join('.')),
  four.map((parts) => `::ffff:${parts.join('.')}`),
  six.map(([first, second, last]) => `${first}:${second.toString(16)}::${last.toString(16)}`),
  fc.ipV4(),
  fc.ipV6(),
);
const network = fc
  .tuple(address, fc.nat(128), fc.boolean())
  .map(([text, bits, alone]) => (alone ? text : `${text}/${isIP(text) === 6 ? bits : bits % 33}`));

t.test('an IP address is trusted if and only if it is in one of the networks', async (t) => {
  let trusted = 0;
  fc.assert(
    fc.property(fc.array(network, { maxLength: 5 }), address, fc.boolean(), (cidrs, text, own) => {
      const all = own ? [...cidrs, text] : cidrs;
      const list = new BlockList();
      for (const cidr of all) {
        const [base = '', bits] = cidr.split('/');
        list.addSubnet(base, Number(bits ?? (isIP(base) === 6 ? 128 : 32)), familyOf(base));
      }
      const bytes = Buffer.alloc(18);
      writeTextAddress(bytes, 1, text);
      const expected = list.check(text, familyOf(text));
      if (expected) trusted++;
      return createTrustedProxies(all)(bytes, 1) === expected;
    }),
    { numRuns: 5_000 },
  );
  t.ok(trusted > 1_000, `${trusted} were trusted`);
});

t.test('the error for an invalid network contains its text', async (t) => {
  for (const cidr of [
    'proxy',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '::/129',
    '10.0.0.0/8.5',
    '10.0.0.0/x',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '',
  ]) {
    t.throws(() => createTrustedProxies([cidr]), new RegExp(`${cidr.replaceAll('.', '\\.')} is not an address`), cidr);
  }
});
