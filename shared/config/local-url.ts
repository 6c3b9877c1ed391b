/** Tells whether a URL is reachable only from this machine. */
import { isIPv4 } from 'node:net';

/** True for the hosts `localhost`, names below it and loopback addresses. No DNS lookup is made. */
export function isLocalUrl(address: string): boolean {
  const host = new URL(address).hostname.replace(/\.$/, '');
  return /^(.+\.)?localhost$/.test(host) || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}
