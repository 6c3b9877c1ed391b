/**
 * Queries of all providers about a URL, with a deadline. Answers are cached while they are valid, and concurrent queries of
 * a URL share one request. A provider that keeps failing is skipped for a while, so that it does not delay new links.
 */
import type { Finding } from '../core/check.ts';
import type { Provider, ProviderAnswer, ProviderVerdict } from './provider.ts';

const cachedAtMost = 20_000;
/** Consecutive failures after which a provider is skipped for a while. */
const failuresAllowed = 5;
const skippedMs = 10_000;
/** Time limit of a request to a provider. */
const requestMs = 5_000;

export type Providers = {
  readonly count: number;
  /** Queries the providers about a URL. Resolves no later than `deadline`, in Unix ms. */
  ask(url: URL, deadline: number): Promise<ProviderVerdict>;
};

export function createProviders(providers: Provider[]): Providers {
  const queries = providers.map(createQuery);
  return {
    count: providers.length,
    async ask(url, deadline) {
      const answers = await Promise.all(queries.map((query) => query(url, deadline)));
      const findings = answers.flatMap((answer) => (answer?.finding ? [answer.finding] : []));
      const finding = findings.find(({ confidence }) => confidence === 'high') ?? findings[0];
      return { finding, unknown: answers.includes(undefined) };
    },
  };
}

/**
 * Returns a function that queries a provider with a cache. It resolves to `undefined` if there is no answer by the
 * deadline.
 */
function createQuery(provider: Provider) {
  const cache = new Map<string, ProviderAnswer>();
  const requests = new Map<string, Promise<ProviderAnswer | undefined>>();
  let failures = 0;
  let skippedUntil = 0;

  async function send(url: URL): Promise<ProviderAnswer | undefined> {
    try {
      const answer = await provider.ask(url, AbortSignal.timeout(requestMs));
      failures = 0;
      if (cache.size >= cachedAtMost) cache.delete(cache.keys().next().value as string);
      cache.set(url.href, answer);
      return answer;
    } catch {
      if (++failures >= failuresAllowed) skippedUntil = Date.now() + skippedMs;
      return undefined;
    } finally {
      requests.delete(url.href);
    }
  }

  return async (url: URL, deadline: number): Promise<{ finding: Finding | undefined } | undefined> => {
    const now = Date.now();
    const cached = cache.get(url.href);
    if (cached && cached.until > now) return cached;
    if (now >= deadline || now < skippedUntil) return undefined;
    const request = requests.get(url.href) ?? send(url);
    requests.set(url.href, request);
    return Promise.race([request, after(deadline - now)]);
  };
}

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref());
