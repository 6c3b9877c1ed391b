/** The check of Host headers against DNS rebinding. */
import { isIP } from 'node:net';

/**
 * Returns whether a request names this machine. Another site's page can reach it only through a name with a dot that
 * points here (DNS rebinding), so such a name must be in `names`. Only programs send no header.
 */
export function isOwnHost(header: string | undefined, names: readonly string[]): boolean {
  if (header === undefined) return true;
  const host = header
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  return isIP(host) !== 0 || !host.includes('.') || names.some((name) => name.toLowerCase() === host);
}
