/** One POST to a webhook's URL. Redirects are not followed; private addresses are refused. */
import { isIP } from 'node:net';
import { sendOutbound } from '../../../../shared/outbound.ts';
import { isPublicAddress } from '../../../../shared/public-address.ts';

const limitMs = 15_000;

/** True for a URL that says by itself that it leads to a private address. What a name leads to is seen only later. */
export function isPrivateUrl({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  return isIP(host) === 0 ? /(^|\.)(localhost|local|internal)$/.test(host) : !isPublicAddress(host);
}

/** Resolves to the answer's status; rejects when there is none within the limit. */
export async function send(
  target: string,
  headers: Record<string, string>,
  body: string,
  allowPrivate: boolean,
): Promise<number> {
  const url = new URL(target);
  if (!allowPrivate && isPrivateUrl(url)) throw new Error('the address is not public');
  const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(limitMs) } as const;
  const response = await sendOutbound(url, request, allowPrivate ? { isAllowed: () => true } : {});
  response.destroy();
  return response.statusCode ?? 0;
}
