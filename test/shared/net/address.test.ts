/** Limits recognise an IP address in every spelling, and count each /64 network of IPv6 as one customer. */
import { SocketAddress } from 'node:net';
import fc from 'fast-check';
import { coarseAddress, networkOf } from '../../../shared/net/address.ts';
import { t } from '../../runner/tap.ts';

const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
/** IPv6 addresses with runs of zeros, which the short spelling omits. */
const sparse = fc.array(fc.constantFrom(0, 0, 0, 1, 0xffff, 0xab), { minLength: 8, maxLength: 8 });
const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });

const isMapped = (parts: number[]) => parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff;
const full = (parts: number[]) => parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
const plain = (parts: number[]) => parts.map((part) => part.toString(16)).join(':');
/** Returns the short spelling that the platform gives. */
const short = (parts: number[]) => new SocketAddress({ address: full(parts), family: 'ipv6' }).address;
const dotted = (parts: number[]) => {
  const [high = 0, low = 0] = parts.slice(6);
  return `${plain(parts.slice(0, 6))}:${[high >> 8, high & 255, low >> 8, low & 255].join('.')}`;
};

const spellings = (parts: number[]) =>
  [full, plain, short, dotted].flatMap((spell) => [spell(parts), spell(parts).toUpperCase(), `${spell(parts)}%eth0`]);

t.test('every spelling of an IPv6 address gives the same network', async () => {
  fc.assert(
    fc.property(fc.oneof(groups, sparse), (parts) => new Set(spellings(parts).map(networkOf)).size === 1),
    { numRuns: 2_000 },
  );
});

t.test("only an IP address's /24 or /48 network is kept", async (t) => {
  for (const [address, kept] of [
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:DB8:1234:5678::9', '2001:db8:1234::/48'],
    ['2001:db8::9', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['here', undefined],
    ['', undefined],
  ])
    t.equal(coarseAddress(address as string), kept, address as string);
  fc.assert(
    fc.property(
      groups.filter((parts) => !isMapped(parts)),
      groups,
      (parts, others) => {
        const neighbour = [...parts.slice(0, 3), ...others.slice(3)];
        return isMapped(neighbour) || coarseAddress(full(neighbour)) === coarseAddress(short(parts));
      },
    ),
  );
});

t.test('two IPv6 addresses are in the same network if and only if their first 64 bits are equal', async () => {
  fc.assert(
    fc.property(fc.oneof(groups, sparse), fc.oneof(groups, sparse), (one, other) => {
      fc.pre(!isMapped(one) && !isMapped(other));
      const neighbour = [...one.slice(0, 4), ...other.slice(4)];
      if (!isMapped(neighbour) && networkOf(full(neighbour)) !== networkOf(short(one))) return false;
      return (
        (networkOf(short(one)) === networkOf(full(other))) === (full(one).slice(0, 19) === full(other).slice(0, 19))
      );
    }),
    { numRuns: 2_000 },
  );
});

t.test('an IPv4 address is its own network, even if it is mapped into IPv6', async () => {
  fc.assert(
    fc.property(bytes, (parts) => {
      const [a = 0, b = 0, c = 0, d = 0] = parts;
      const mapped = [0, 0, 0, 0, 0, 0xffff, a * 256 + b, c * 256 + d];
      const all = [parts.join('.'), `::ffff:${parts.join('.')}`, `::FFFF:${parts.join('.')}`, ...spellings(mapped)];
      return all.every((text) => networkOf(text) === parts.join('.'));
    }),
    { numRuns: 1_000 },
  );
});

t.test('a text that is not an IP address stays unchanged, even if it is already a network', async (t) => {
  for (const text of ['', 'unknown', '1.2.3', '1.2.3.4.5', '::g', '2001:db8:::1', '[::1]'])
    t.equal(networkOf(text), text);
  for (const text of ['192.0.2.1', '2001:db8::1']) t.equal(networkOf(networkOf(text)), networkOf(text));
});
