/** Host headers that no web page of a stranger can send to this machine. */
import { isIP } from 'node:net';

/**
 * Returns whether a request names this machine. A stranger's page reaches it only by a name with a dot that its owner
 * pointed here (DNS rebinding), so such a name must be one of `names`. Only programs send no header at all.
 */
export function isOwnHost(header: string | undefined, names: readonly string[]): boolean {
  if (header === undefined) return true;
  const host = header
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
  return isIP(host) !== 0 || !host.includes('.') || names.some((name) => name.toLowerCase() === host);
}
