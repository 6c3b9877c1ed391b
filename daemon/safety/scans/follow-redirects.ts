/**
 * A destination's chain of redirects, by status or by a refresh in the page. Each hop is checked like a destination
 * before it is requested. A hop that fails the check ends the chain.
 */
import { isUnconnected, OutboundRefused, type OutboundRules } from '../../../shared/net/outbound.ts';
import { parseUrl } from '../../../shared/net/parse-url.ts';
import type { Finding } from '../core/check.ts';
import { getPage } from './get-page.ts';
import { isNotFound, NameUnanswered } from './resolve-name.ts';

type ChainEnd =
  | 'answered'
  | 'unsafe'
  | 'refused'
  | 'too_many'
  | 'too_large'
  | 'timeout'
  | 'unconnected'
  | 'unreachable'
  | 'interrupted';

export type Chain = {
  /** The requested URLs, the destination first. */
  hops: string[];
  end: ChainEnd;
  /** The status of the last answer. */
  status?: number;
  /** True if the last answer asks visitors to prove that they are human. */
  isChallenge?: boolean;
  /** The finding about the last hop, or about the URL to which it redirects. */
  finding?: Finding;
};

export type ChainRules = OutboundRules & {
  /** Checks a hop after the first. */
  check: (url: string) => Promise<Finding | undefined>;
  /** Waits for the host's turn before a request. */
  takeTurn?: (url: URL) => Promise<void>;
  /** Time limit of all requests together; default 15 seconds. */
  limitMs?: number;
};

const redirectsAtMost = 5;
const defaultLimitMs = 15_000;

/** @throws the errors of `takeTurn` and `check` */
export async function followRedirects(destination: string, rules: ChainRules): Promise<Chain> {
  let leftMs = rules.limitMs ?? defaultLimitMs;
  const hops: string[] = [];
  let next: string | undefined = destination;
  let last: Pick<Chain, 'status' | 'isChallenge'> = {};
  while (next !== undefined) {
    if (hops.length > redirectsAtMost) return { hops, end: 'too_many' };
    const finding = hops.length === 0 ? undefined : await rules.check(next);
    if (finding) return { hops, end: 'unsafe', finding: { ...finding, detail: `redirects to ${next}`.slice(0, 300) } };
    const url = new URL(next);
    await rules.takeTurn?.(url);
    hops.push(next);
    const started = Date.now();
    const signal = AbortSignal.timeout(Math.max(1, leftMs));
    try {
      const page = await getPage(url, rules, signal);
      last = { status: page.status, isChallenge: page.isChallenge };
      next = nextOf(next, page);
    } catch (error) {
      return endedBy(error, hops, signal);
    }
    leftMs -= Date.now() - started;
  }
  return { hops, end: 'answered', ...last };
}

function endedBy(error: unknown, hops: string[], signal: AbortSignal): Chain {
  if (error instanceof OutboundRefused) return refusedBy(error, hops);
  if (error instanceof NameUnanswered) return { hops, end: 'timeout' };
  if (isUnconnected(error)) return { hops, end: signal.aborted ? 'unconnected' : 'unreachable' };
  if (isNotFound(error)) return { hops, end: 'unreachable' };
  return { hops, end: signal.aborted ? 'timeout' : 'interrupted' };
}

function refusedBy({ refusal }: OutboundRefused, hops: string[]): Chain {
  if (refusal === 'too_large') return { hops, end: 'too_large' };
  if (refusal === 'port') return { hops, end: 'refused' };
  const detail = `${hops.at(-1)} has an IP address that is not public`.slice(0, 300);
  return { hops, end: 'refused', finding: { reason: 'private_address', confidence: 'low', detail } };
}

type Answer = Awaited<ReturnType<typeof getPage>>;

/** Returns the URL to which an answer redirects, or `undefined` for the last hop. */
function nextOf(from: string, { status, location, html }: Answer): string | undefined {
  const target = status >= 300 && status < 400 ? location : refreshIn(html);
  const url = target === undefined ? undefined : parseUrl(target, from);
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/**
 * The destination of a refresh. The pattern matches each blank in only one way. Otherwise backtracking over a crafted
 * page would take hours.
 */
const refreshTarget = /content\s*=\s*(?:["']\s*)?(?:[\d.]+\s*)?(?:[;,]\s*)?url\s*=\s*['"]?([^"'>]+)/i;

function refreshIn(html: string): string | undefined {
  for (const tag of metaTags(html)) {
    if (!/http-equiv\s*=\s*["']?refresh/i.test(tag)) continue;
    const target = refreshTarget.exec(tag)?.[1];
    if (target) return target.trim().replaceAll('&amp;', '&');
  }
  return undefined;
}

const longestTag = 2_000;

/** Yields the meta tags up to a maximum length. */
function* metaTags(html: string): Generator<string> {
  const start = /<meta\s/gi;
  for (let found = start.exec(html); found; found = start.exec(html)) {
    const tag = html.slice(found.index, found.index + longestTag);
    const end = tag.indexOf('>') + 1;
    if (end === 0) continue;
    yield tag.slice(0, end);
    start.lastIndex = found.index + end;
  }
}
