/**
 * Asks every provider about a URL within a time, remembers answers for as long as they hold, and asks for the same URL
 * once at a time. A provider that keeps failing is not waited for: creating links goes on without it.
 */
import type { Finding } from '../core/check.ts';
import type { Provider, ProviderAnswer, ProviderVerdict } from './provider.ts';

const rememberedAtMost = 20_000;
/** After this many failures in a row a provider rests. */
const failuresAllowed = 5;
const restMs = 10_000;
/** Longest wait of anybody for an answer. */
const longestMs = 5_000;

export type Providers = {
  readonly count: number;
  /** Resolves by `deadline` (ms since 1970) at the latest. */
  ask(url: URL, deadline: number): Promise<ProviderVerdict>;
};

export function createProviders(providers: Provider[]): Providers {
  const asking = providers.map(createAsking);
  return {
    count: providers.length,
    async ask(url, deadline) {
      const answers = await Promise.all(asking.map((ask) => ask(url, deadline)));
      const findings = answers.flatMap((answer) => (answer?.finding ? [answer.finding] : []));
      const finding = findings.find(({ confidence }) => confidence === 'high') ?? findings[0];
      return { finding, unknown: answers.includes(undefined) };
    },
  };
}

/** One provider with its memory. Resolves to undefined when there is no answer by the deadline. */
function createAsking(provider: Provider) {
  const known = new Map<string, ProviderAnswer>();
  const underWay = new Map<string, Promise<ProviderAnswer | undefined>>();
  let failures = 0;
  let restsUntil = 0;

  async function send(url: URL): Promise<ProviderAnswer | undefined> {
    try {
      const answer = await provider.ask(url, AbortSignal.timeout(longestMs));
      failures = 0;
      if (known.size >= rememberedAtMost) known.delete(known.keys().next().value as string);
      known.set(url.href, answer);
      return answer;
    } catch {
      if (++failures >= failuresAllowed) restsUntil = Date.now() + restMs;
      return undefined;
    } finally {
      underWay.delete(url.href);
    }
  }

  return async (url: URL, deadline: number): Promise<{ finding: Finding | undefined } | undefined> => {
    const now = Date.now();
    const remembered = known.get(url.href);
    if (remembered && remembered.until > now) return remembered;
    if (now >= deadline || now < restsUntil) return undefined;
    const sent = underWay.get(url.href) ?? send(url);
    underWay.set(url.href, sent);
    return Promise.race([sent, after(deadline - now)]);
  };
}

const after = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms, undefined).unref());
