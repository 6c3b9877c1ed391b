/**
 * The request for one page of a running system. It honours Retry-After, and is retried a few times after failures.
 * Answers are limited in size. Redirects are not followed, because they would send the key to another server.
 */
import {
  acceptedEncodings,
  OutboundRefused,
  type OutboundRules,
  readOutbound,
  sendOutbound,
} from '../../../shared/net/outbound.ts';
import type { PageRequest } from './systems.ts';

/** The reason why a system's links could not be read, as a sentence for the user. */
export class SourceFault extends Error {
  override name = 'SourceFault';
}

export type FetchOptions = {
  /** True if private networks are allowed, only for operators on the command line. */
  allowPrivate: boolean;
  signal: AbortSignal;
  /** Waits, but not longer than `signal` allows. */
  wait: (ms: number) => Promise<void>;
};

const longestAnswer = 32 * 1_024 * 1_024;
const oneTryMs = 60_000;
const tries = 8;
const longestWaitMs = 15 * 60_000;

/** Returns the parsed answer. @throws SourceFault */
export async function fetchPage(request: PageRequest, { allowPrivate, signal, wait }: FetchOptions): Promise<unknown> {
  const rules: OutboundRules = { webPortsOnly: !allowPrivate, ...(allowPrivate ? { isAllowed: () => true } : {}) };
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    const answer = await tryOnce(request, rules, signal);
    if ('value' in answer) return answer.value;
    if (attempt === tries) throw new SourceFault(answer.fault);
    await wait(Math.min(answer.waitMs ?? 1_000 * 2 ** (attempt - 1), longestWaitMs));
  }
}

type Tried = { value: unknown } | { fault: string; waitMs?: number | undefined };

async function tryOnce(request: PageRequest, rules: OutboundRules, signal: AbortSignal): Promise<Tried> {
  const { url, headers, ...others } = request;
  const sent = {
    ...others,
    headers: { Accept: 'application/json', 'Accept-Encoding': acceptedEncodings, ...headers },
    signal: AbortSignal.any([signal, AbortSignal.timeout(oneTryMs)]),
  };
  try {
    const response = await sendOutbound(url, sent, rules);
    const status = response.statusCode ?? 0;
    const text = (await readOutbound(response, longestAnswer)).toString();
    if (status === 200) return { value: parse(text, url) };
    const isPassing = status === 429 || status >= 500;
    if (!isPassing) throw new SourceFault(refusalOf(status, url, response.headers.location));
    return {
      fault: `${url.host} keeps answering ${status}.`,
      waitMs: retryAfter(response.headers['retry-after']),
    };
  } catch (error) {
    if (error instanceof SourceFault) throw error;
    if (error instanceof OutboundRefused) throw new SourceFault(`${url.host} cannot be used: ${error.message}.`);
    signal.throwIfAborted();
    return {
      fault: `${url.host} cannot be reached: ${error instanceof Error ? error.message : 'the connection broke'}.`,
    };
  }
}

function parse(text: string, url: URL): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceFault(`${url.origin}${url.pathname} does not answer with JSON. Is the URL right?`);
  }
}

function refusalOf(status: number, url: URL, location: string | undefined): string {
  if (status === 401 || status === 403) return `${url.host} refuses the key (${status}).`;
  if (status >= 300 && status < 400)
    return `${url.host} redirects to ${location ?? 'another URL'}. Use that URL instead.`;
  return `${url.origin}${url.pathname} answers ${status}. Is the URL right?`;
}

/** Converts Retry-After, which is in seconds or a date, to ms. */
function retryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
