/** One POST to a webhook's URL. Redirects are not followed; private addresses are refused as the connection is made. */
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress, lookupPublic } from '../../../../shared/public-address.ts';

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
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      agent: false,
      signal: AbortSignal.timeout(limitMs),
      ...(allowPrivate ? {} : { lookup: lookupPublic }),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.end(body);
  });
}
