/**
 * Google Web Risk, queried by its Lookup API. `GET /v1/uris:search` returns a URL's threats, or `{}` if there are
 * none.
 */
import type { Reason } from '../core/check.ts';
import type { Provider } from './provider.ts';

const threats: Record<string, Reason> = {
  MALWARE: 'malware',
  SOCIAL_ENGINEERING: 'phishing',
  UNWANTED_SOFTWARE: 'unwanted_software',
};
/** Validity of an answer without threats, for which the API gives no expiry. */
const cleanMs = 5 * 60_000;
const shortestMs = 60_000;
const longestAnswer = 65_536;

type Answer = { threat?: { threatTypes?: string[]; expireTime?: string } };

export const createWebRisk = (key: string, base: string): Provider => ({
  name: 'Web Risk',
  async ask(url, signal) {
    const query = new URLSearchParams({ key, uri: url.href });
    for (const type of Object.keys(threats)) query.append('threatTypes', type);
    const response = await fetch(`${base}/v1/uris:search?${query}`, { signal, redirect: 'error' });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`Web Risk answered ${response.status}`);
    }
    const text = await response.text();
    if (text.length > longestAnswer) throw new Error('Web Risk answered too much');
    const { threat } = JSON.parse(text) as Answer;
    const now = Date.now();
    if (!threat) return { finding: undefined, until: now + cleanMs };
    const type = threat.threatTypes?.find((name) => Object.hasOwn(threats, name));
    if (type === undefined) throw new Error('Web Risk named no known threat');
    const until = Math.max(now + shortestMs, Date.parse(threat.expireTime ?? '') || 0);
    return { finding: { reason: threats[type] as Reason, confidence: 'high', detail: 'Web Risk' }, until };
  },
});
