/** IP addresses of the public internet. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const refused = new BlockList();
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');

for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Exceptions in the public IPv6 space: reserved and documentation ranges, and ranges that contain an IPv4 address.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]) {
  const [net = '', bits] = range.split('/');
  refused.addSubnet(net, Number(bits), net.includes(':') ? 'ipv6' : 'ipv4');
}

/** Returns whether a text is a public IPv4 or IPv6 address. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused.check(address, 'ipv4');
  return isIPv6(address) && publicV6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}
