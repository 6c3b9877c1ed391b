/**
 * The POST request to a webhook's URL. Redirects are not followed. Private IP addresses and other services' ports are
 * refused.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import { longestUrl } from '../limits-of-fields.ts';
import { sendOutbound } from '../net/outbound.ts';
import { isPublicAddress } from '../net/public-address.ts';

const limitMs = 15_000;
/** The limits for the stored start of a response body: its size, and the wait for it after the status. */
const excerptBytes = 1_000;
const excerptMs = 1_000;

/** The URLs that are allowed. `allowPrivate` also allows all ports. */
export type ReceiverRules = { allowPrivate: boolean; ports: readonly number[] };

export const receiverRules = ({
  allowPrivateDestinations,
  webhookPorts,
}: Pick<Config, 'allowPrivateDestinations' | 'webhookPorts'>): ReceiverRules => ({
  allowPrivate: allowPrivateDestinations,
  ports: [80, 443, 8080, 8443, ...webhookPorts.map(Number)],
});

/** Returns whether a URL contains a private IP address. Host names are checked only when they are resolved. */
function isPrivateUrl({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  return isIP(host) === 0 ? /(^|\.)(localhost|local|internal)$/.test(host) : !isPublicAddress(host);
}

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** Returns the reason why a URL is refused, as the end of a sentence. */
function refusal(url: URL, { allowPrivate, ports }: ReceiverRules): string | undefined {
  if (allowPrivate) return undefined;
  if (isPrivateUrl(url)) return 'must not point to a private address';
  if (ports.includes(portOf(url))) return undefined;
  return `must have one of the ports ${ports.join(', ')}; the operator can allow others with WEBHOOK_PORTS`;
}

/** Returns the form in which a URL is stored, or its fault as the end of a sentence. */
export function readReceiverUrl(text: string, rules: ReceiverRules): { href: string } | { fault: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.href.length > longestUrl) {
    return { fault: 'must be an http or https URL without a user in it' };
  }
  const fault = refusal(url, rules);
  return fault === undefined ? { href: url.href } : { fault };
}

/** A response. `body` is the start of its body, if it was requested. */
export type Answer = { status: number; body?: string };

/** Sends a request and resolves to the response. Rejects if there is none within the limit. */
export async function send(
  target: string,
  headers: Record<string, string>,
  body: string,
  { keepsAnswers, ...rules }: ReceiverRules & { keepsAnswers: boolean },
): Promise<Answer> {
  const url = new URL(target);
  // The rules can be stricter now than when the URL was stored.
  const fault = refusal(url, rules);
  if (fault !== undefined) throw new Error(`the URL ${fault}`);
  const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(limitMs) } as const;
  const response = await sendOutbound(url, request, rules.allowPrivate ? { isAllowed: () => true } : {});
  const status = response.statusCode ?? 0;
  if (keepsAnswers) return { status, body: await beginningOf(response) };
  response.destroy();
  return { status };
}

/** Reads the start of a body. Never rejects, because only the status decides the outcome. */
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
    // The connection broke, or the time limit passed.
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, excerptBytes).toString();
}
