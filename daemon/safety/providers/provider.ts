/** The interface of services that report unsafe URLs. */
import type { Finding } from '../core/check.ts';

export type ProviderAnswer = {
  finding: Finding | undefined;
  /** The time until which the answer is valid, in Unix ms. */
  until: number;
};

export type Provider = {
  name: string;
  /** Queries one URL. `signal` aborts the request. @throws if the service does not answer */
  ask(url: URL, signal: AbortSignal): Promise<ProviderAnswer>;
};

/** The providers' verdict on a URL. `unknown` is true if at least one provider did not answer in time. */
export type ProviderVerdict = { finding: Finding | undefined; unknown: boolean };
