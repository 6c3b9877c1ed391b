/**
 * Spamhaus's Domain Block List, queried by DNS: `<host>.<zone>` resolves to 127.0.1.x for a listed domain, and to nothing
 * for others. IP addresses must not be queried. Answers outside 127.0.1.0/24 are errors, never listings.
 */
import type { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { canonicalHost } from '../core/canonical.ts';
import type { Finding, Reason } from '../core/check.ts';
import type { Provider } from './provider.ts';

/**
 * Findings, keyed by the last number of the answer. With a number of 102 or more, the domain is legitimate but abused,
 * so an operator must decide.
 */
const codes: Record<number, [reason: Reason, confidence: Finding['confidence']]> = {
  2: ['spam', 'low'],
  4: ['phishing', 'high'],
  5: ['malware', 'high'],
  6: ['malware', 'high'],
  102: ['spam', 'low'],
  103: ['spam', 'low'],
  104: ['phishing', 'low'],
  105: ['malware', 'low'],
  106: ['malware', 'low'],
};

const validMs = 10 * 60_000;

export const createSpamhaus = (zone: string, resolver: Pick<Resolver, 'resolve4'>): Provider => ({
  name: 'Spamhaus DBL',
  async ask(url, signal) {
    const until = Date.now() + validMs;
    const host = canonicalHost(url.hostname);
    if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return { finding: undefined, until };
    const addresses = await Promise.race([resolve(resolver, `${host}.${zone}`), rejectOn(signal)]);
    const findings = addresses.map(toFinding);
    return { finding: findings.find(({ confidence }) => confidence === 'high') ?? findings[0], until };
  },
});

async function resolve(resolver: Pick<Resolver, 'resolve4'>, name: string): Promise<string[]> {
  try {
    return await resolver.resolve4(name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
    throw error;
  }
}

function toFinding(address: string): Finding {
  const code = codes[Number(/^127\.0\.1\.(\d+)$/.exec(address)?.[1])];
  if (!code) throw new Error(`Spamhaus answered ${address}`);
  return { reason: code[0], confidence: code[1], detail: 'Spamhaus DBL' };
}

const rejectOn = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
