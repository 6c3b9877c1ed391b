/**
 * Hosts that lie in no public internet: addresses, names without a dot, names of local networks, and names by which
 * public DNS services spell a private address. Pure; what a name resolves to is the fetcher's matter.
 */

import { isIP, isIPv6 } from 'node:net';
import { lastOf } from '../../../shared/elements.ts';
import { isPublicAddress } from '../../../shared/net/public-address.ts';

/** Special-use domains (RFC 6761, 6762, 7686, 8375, ICANN's `internal`) and those that routers and offices make up. */
const localSuffixes = new Set([
  'localhost',
  'local',
  'internal',
  'localdomain',
  'lan',
  'intranet',
  'home',
  'corp',
  'private',
  'onion',
  'home.arpa',
]);

/** Public names that always mean this machine. */
const loopbackNames = /(^|\.)(localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|fuf\.me)$/;
/** Services whose names hold the address they resolve to: `10.0.0.1.nip.io`, `app-0a000001.nip.io`. */
const addressNames = /^(.*?)\.?(nip\.io|sslip\.io|xip\.io|traefik\.me)$/;

export type LocalHost = 'private_address' | 'local_name';

/** `host` is a parsed URL's hostname without brackets and end dots. Undefined when it may be public. */
export function localHost(host: string): LocalHost | undefined {
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'private_address';
  const labels = host.split('.');
  if (labels.length < 2) return 'local_name';
  if (localSuffixes.has(lastOf(labels)) || localSuffixes.has(labels.slice(-2).join('.'))) return 'local_name';
  if (loopbackNames.test(host)) return 'private_address';
  const named = addressNames.exec(host)?.[1];
  return named === undefined || addressesIn(named).every(isPublicAddress) ? undefined : 'private_address';
}

function addressesIn(name: string): string[] {
  const quads = [...name.matchAll(/(?<![0-9])(\d{1,3})[.-](\d{1,3})[.-](\d{1,3})[.-](\d{1,3})(?![0-9])/g)];
  const hex = [...name.matchAll(/(?:^|[.-])([0-9a-f]{8})(?=$|[.-])/g)].map((match) => match[1] as string);
  return [
    ...quads.map((match) => match.slice(1, 5).map(Number).join('.')),
    ...hex.map((digits) => Buffer.from(digits, 'hex').join('.')),
    ...name
      .split('.')
      .map((label) => label.replaceAll('-', ':'))
      .filter(isIPv6),
  ];
}
