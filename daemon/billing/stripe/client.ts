/** The connection to Stripe. Its large library is loaded on first use. */
import type Stripe from 'stripe';
import type { Config } from '../../../shared/config/config.ts';
import { ApiError, ConfigError } from '../../../shared/errors.ts';

export type { Stripe };

const waitMs = 10_000;
const retries = 2;

/**
 * Returns a function that opens the client. Nothing connects before its first call. @throws ConfigError for invalid
 * settings
 */
export function createStripe({ stripe: { secretKey, webhookSecret, apiBase } }: Config): () => Promise<Stripe> {
  if (webhookSecret === '') {
    throw new ConfigError('STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: without it payments would not change plans');
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

/** Errors for which a later retry can succeed: Stripe was unreachable or could not answer. */
const outageTypes = new Set<unknown>(['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError']);

/** Calls Stripe. @throws `unavailable` if it is down */
export async function callStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!outageTypes.has(faultOf(error).type)) throw error;
    const headers = { 'Retry-After': '5' };
    throw new ApiError('unavailable', 'The payment service does not answer. Try again shortly.', {
      cause: error,
      headers,
    });
  }
}

/** Returns whether the customer is missing: deleted, or from another Stripe account or mode. */
export function isMissingCustomer(error: unknown): boolean {
  const { code, param } = faultOf(error);
  return code === 'resource_missing' && param === 'customer';
}

/** Returns whether Stripe understood the request and refused it. */
export const isRefusal = (error: unknown) => faultOf(error).type === 'StripeInvalidRequestError';

export const isForged = (error: unknown) => faultOf(error).type === 'StripeSignatureVerificationError';
