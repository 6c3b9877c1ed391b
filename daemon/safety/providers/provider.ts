/** A service that knows unsafe URLs, as the scanner sees it: asked about one URL, it answers or fails. */
import type { Finding } from '../core/check.ts';

export type ProviderAnswer = {
  finding: Finding | undefined;
  /** When the answer is to be asked for again, ms since 1970. */
  until: number;
};

export type Provider = {
  name: string;
  /** @throws when there is no answer; `signal` ends the wait. */
  ask(url: URL, signal: AbortSignal): Promise<ProviderAnswer>;
};

/** `unknown`: at least one provider did not answer in time, and none that did found anything. */
export type ProviderVerdict = { finding: Finding | undefined; unknown: boolean };
