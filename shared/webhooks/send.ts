/** One POST to a webhook's URL. Redirects are not followed; private addresses are refused. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { longestUrl } from '../limits-of-fields.ts';
import { sendOutbound } from '../net/outbound.ts';
import { isPublicAddress } from '../net/public-address.ts';

const limitMs = 15_000;
/** The stored beginning of an answer's body, and the time to wait for it after the status. */
const excerptBytes = 1_000;
const excerptMs = 1_000;

/** True for a URL that says by itself that it leads to a private address. What a name leads to is seen only later. */
function isPrivateUrl({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  return isIP(host) === 0 ? /(^|\.)(localhost|local|internal)$/.test(host) : !isPublicAddress(host);
}

/** The URL as it is stored, or what is wrong with it, to be read after its name. */
export function readReceiverUrl(text: string, allowPrivate: boolean): { href: string } | { fault: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.href.length > longestUrl) {
    return { fault: 'must be an http or https URL without a user in it' };
  }
  if (!allowPrivate && isPrivateUrl(url)) return { fault: 'must not lead to a private address' };
  return { href: url.href };
}

/** `body` is the beginning of the answer's, where it is asked for. */
export type Answer = { status: number; body?: string };

/** Resolves to the answer; rejects when there is none within the limit. */
export async function send(
  target: string,
  headers: Record<string, string>,
  body: string,
  { allowPrivate, keepsAnswers }: { allowPrivate: boolean; keepsAnswers: boolean },
): Promise<Answer> {
  const url = new URL(target);
  if (!allowPrivate && isPrivateUrl(url)) throw new Error('the address is not public');
  const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(limitMs) } as const;
  const response = await sendOutbound(url, request, allowPrivate ? { isAllowed: () => true } : {});
  const status = response.statusCode ?? 0;
  if (keepsAnswers) return { status, body: await beginningOf(response) };
  response.destroy();
  return { status };
}

/** Never fails: the status has said what matters. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => response.destroy(), excerptMs);
  try {
    let length = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= excerptBytes) break;
    }
  } catch {
    // It broke off, or took too long.
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, excerptBytes).toString();
}
