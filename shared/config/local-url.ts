/** Whether an address is for the people of one machine alone. */
import { isIPv4 } from 'node:net';

/** By its host: `localhost`, a name below that, or a loopback address. It is looked up nowhere. */
export function isLocalUrl(address: string): boolean {
  const host = new URL(address).hostname.replace(/\.$/, '');
  return /^(.+\.)?localhost$/.test(host) || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));
}
