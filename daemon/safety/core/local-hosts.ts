/**
 * Hosts outside the public internet: private IP addresses, names without a dot, names of local networks, and names of
 * DNS services that contain a private IP address. These functions are pure: the fetcher checks to which IP addresses
 * a name resolves.
 */
import { isIP, isIPv6 } from 'node:net';
import { lastOf } from '../../../shared/elements.ts';
import { isPublicAddress } from '../../../shared/net/public-address.ts';

/** Special-use domains (RFC 6761, 6762, 7686, 8375, ICANN's `internal`) and usual names of local networks. */
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

/** Public names that always resolve to the local machine. */
const loopbackNames = /(^|\.)(localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|fuf\.me)$/;
/** Services whose names contain the IP address to which they resolve: `10.0.0.1.nip.io`, `app-0a000001.nip.io`. */
const addressNames = /^(.*?)\.?(nip\.io|sslip\.io|xip\.io|traefik\.me)$/;

export type LocalHost = 'private_address' | 'local_name';

/** Classifies a parsed URL's hostname without brackets and final dots. Returns `undefined` if it can be public. */
export function localHost(host: string): LocalHost | undefined {
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : 'private_address';
  const labels = host.split('.');
  if (labels.length < 2) return 'local_name';
  if (localSuffixes.has(lastOf(labels)) || localSuffixes.has(labels.slice(-2).join('.'))) return 'local_name';
  if (loopbackNames.test(host)) return 'private_address';
  const prefix = addressNames.exec(host)?.[1];
  return prefix === undefined || addressesIn(prefix).every(isPublicAddress) ? undefined : 'private_address';
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
