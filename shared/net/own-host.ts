/** The check of Host headers against DNS rebinding. */
import { isIP } from 'node:net';

/**
 * Returns whether a request's Host header names this machine. Another site's page can reach this machine only through
 * a dotted name that resolves to it (DNS rebinding), so a dotted name must be in `names`. Browsers always send the
 * header.
 */
export function isOwnHost(header: string | undefined, names: readonly string[]): boolean {
  if (header === undefined) return true;
  const host = header
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  return isIP(host) !== 0 || !host.includes('.') || names.some((name) => name.toLowerCase() === host);
}
