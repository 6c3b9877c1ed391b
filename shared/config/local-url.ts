/** Recognition of URLs that only this machine can reach. */
import { isIPv4 } from 'node:net';

/** Returns whether the host is `localhost`, a name below it or a loopback address, without a DNS lookup. */
export function isLocalUrl(address: string): boolean {
  const host = new URL(address).hostname.replace(/\.$/, '');
  return /^(.+\.)?localhost$/.test(host) || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}
