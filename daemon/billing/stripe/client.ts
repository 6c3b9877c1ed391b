/** The connection to Stripe. Its library is large, so it is loaded when first needed. */
import type Stripe from 'stripe';
import type { Config } from '../../../shared/config/config.ts';
import { ApiError, ConfigError } from '../../../shared/errors.ts';

export type { Stripe };

const waitMs = 10_000;
const retries = 2;

/** @throws ConfigError for invalid settings; nothing connects before the first call */
export function createStripe({ stripe: { secretKey, webhookSecret, apiBase } }: Config): () => Promise<Stripe> {
  if (webhookSecret === '') {
    throw new ConfigError('STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: without it no plan would follow its payment');
  }
  if (!URL.canParse(apiBase)) throw new ConfigError(`STRIPE_API_BASE is not a URL: ${apiBase}`);
  const { protocol, hostname: host, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  let opened: Promise<Stripe> | undefined;
  const open = async () => {
    const { default: StripeClient } = await import('stripe');
    return new StripeClient(secretKey, {
      host,
      port: port || (isPlain ? 80 : 443),
      protocol: isPlain ? 'http' : 'https',
      timeout: waitMs,
      maxNetworkRetries: retries,
      telemetry: false,
    });
  };
  return () => (opened ??= open());
}

type StripeFault = { type?: unknown; code?: unknown; param?: unknown };
const faultOf = (error: unknown): StripeFault => (error instanceof Error ? (error as StripeFault) : {});

/** Stripe could not be reached or could not answer: a later retry can succeed. */
const awayTypes = new Set<unknown>(['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']);

/** Calls Stripe. @throws `unavailable` while it is away */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!awayTypes.has(faultOf(error).type)) throw error;
    const headers = { 'Retry-After': '5' };
    throw new ApiError('unavailable', 'The payment service does not answer. Try again shortly.', {
      cause: error,
      headers,
    });
  }
}

/** The customer is missing: deleted, or of another Stripe account or mode. */
export function isMissingCustomer(error: unknown): boolean {
  const { code, param } = faultOf(error);
  return code === 'resource_missing' && param === 'customer';
}

/** Stripe understood the request and refused it. */
export const isRefusal = (error: unknown) => faultOf(error).type === 'StripeInvalidRequestError';

export const isForged = (error: unknown) => faultOf(error).type === 'StripeSignatureVerificationError';
