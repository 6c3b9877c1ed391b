/** The link service's errors: their codes and statuses, and the only code that formats them. */
import { isUtf8 } from 'node:buffer';
import { ApiError, type ApiErrorOptions, type KitErrorCode } from '../../shared/errors.ts';
import { type HttpAnswer, json } from '../../shared/http/answer.ts';
import { readableJson, readJson } from '../../shared/http/body.ts';
import { outageOf } from '../../shared/http/outage.ts';
import type { Log } from '../../shared/log/log.ts';
import type { Issue } from '../../shared/validate.ts';

/** HTTP statuses by code. `publicCode` renames codes of the HTTP kit that the API does not have. */
export const statuses = {
  bad_request: 400,
  unauthorized: 401,
  second_factor_required: 401,
  plan_limit_reached: 402,
  feature_not_in_plan: 402,
  forbidden: 403,
  demo_read_only: 403,
  not_found: 404,
  method_not_allowed: 405,
  slug_taken: 409,
  conflict: 409,
  length_required: 411,
  body_too_large: 413,
  validation_failed: 422,
  unsafe_url: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const satisfies Record<KitErrorCode, number> & Record<string, number>;

export type ErrorCode = keyof typeof statuses;

export const isApiError = (value: unknown): value is ApiError => value instanceof ApiError;
export const statusOf = ({ code }: ApiError): number => statuses[code as ErrorCode] ?? 500;

const fail = (code: ErrorCode, message: string, options?: ApiErrorOptions) =>
  new ApiError<ErrorCode>(code, message, options);

export const notFound = (what: string) => fail('not_found', `There is no such ${what} in this workspace.`);
/** Creates the error for an object that does not exist in any workspace. */
export const noSuch = (what: string) => fail('not_found', `There is no such ${what}.`);
export const workspaceDeleted = () => fail('not_found', 'This workspace was deleted.');
export const unauthorized = (message = 'Missing or invalid API key. Send `Authorization: Bearer <API_KEY>`.') =>
  fail('unauthorized', message, {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
/** Creates the error for a correct password without a second factor. `methods` are the user's second factors. */
export const secondFactorRequired = (methods: readonly string[]) =>
  fail('second_factor_required', 'A second factor is required. Send a code too, or sign in with a passkey.', {
    details: { methods },
  });
/** Creates the error for a wrong code after a correct password. */
export const wrongCode = () =>
  fail('unauthorized', 'The code is wrong or was already used.', { details: { field: 'code' } });
export const rateLimited = (headers: Record<string, string>, reason = 'Too many requests') =>
  fail('rate_limited', `${reason}. Try again in ${headers['Retry-After']} seconds.`, { headers });
export const planLimitReached = (limit: number) =>
  fail(
    'plan_limit_reached',
    `All ${limit} new links this month are used. Existing links work. Upgrade or wait for next month.`,
    {
      details: { limit },
    },
  );
/** Creates the error for a reached limit of the plan. */
export const quotaReached = (what: string, limit: number) =>
  fail('plan_limit_reached', `Your plan allows ${limit} ${what}. Remove one or upgrade.`, { details: { limit } });
export const featureNotInPlan = (field: string, plan: string) =>
  fail('feature_not_in_plan', `${field} requires the ${plan} plan or higher.`, { details: { field, plan } });
/** Creates the error for a session that must first set up a second factor. */
export const secondFactorMissing = () =>
  fail('forbidden', 'Set up a second factor first: this installation requires one.', {
    details: { reason: 'second_factor_missing' },
  });
export const forbidden = (message: string) => fail('forbidden', message);

/** Creates the error for a suspended workspace: since when, the operator's reason, and the email address to write to. */
export const workspaceSuspended = (
  { since, reason }: { since: Date; reason: string | null },
  { adminEmail, mailFrom }: { adminEmail: string; mailFrom: string },
) =>
  fail('forbidden', 'This workspace is suspended.', {
    details: {
      reason: 'workspace_suspended',
      since: since.toISOString(),
      why: reason,
      contact: adminEmail || mailFrom.replace(/^[^<]*<|>$/g, ''),
    },
  });

export const slugTaken = (slug: string) =>
  fail('slug_taken', `The slug ${slug} is already used on this domain. Choose another.`, {
    details: { field: 'slug' },
  });
/**
 * Creates the error for the slug of a deleted link, which remains reserved for its workspace. The answer reveals
 * neither the workspace nor when the reservation ends.
 */
export const slugQuarantined = (slug: string) =>
  fail('slug_taken', `The slug ${slug} was recently used on this domain. Choose another.`, {
    details: { field: 'slug', reason: 'quarantined' },
  });
export const conflict = (message: string, details?: unknown) => fail('conflict', message, { details });
export const externalIdTaken = () =>
  conflict('Another link of this workspace has this external ID.', { field: 'externalId' });
/** Creates the error for a destination that failed the safety check. `predicate` continues "The destination". */
export const unsafeUrl = (field: string, reason: string, predicate: string) =>
  fail('unsafe_url', `The destination in ${field} ${predicate}.`, { details: { field, reason } });
/** Creates the error for invalid input. `details` is `{ field, issues }`: the first fault's field, and every fault. */
export const invalid = (...issues: [Issue, ...Issue[]]) =>
  fail('validation_failed', `${issues[0].field || 'the body'} ${issues[0].message}`, {
    details: { field: issues[0].field, issues },
  });

/** Creates the error for a refused password. `message` continues a sentence that starts with the field's name. */
export const refusePassword = (message: string) => invalid({ field: 'password', message });

export const badCursor = () => invalid({ field: 'cursor', message: 'is not a cursor of this list' });

/** Parses a JSON body. @throws `validation_failed` for invalid JSON, `bad_request` if the body is not UTF-8 */
export function requireJson(body: Buffer): unknown {
  if (!isUtf8(body)) throw fail('bad_request', 'The body is not in UTF-8.');
  const value = readJson(body);
  if (value === undefined) throw invalid({ field: '', message: `is not valid ${readableJson}` });
  return value;
}

/** Returns the same error with additional headers. */
export const withHeaders = ({ code, message, details, cause, headers }: ApiError, more: Record<string, string>) =>
  new ApiError(code, message, { details, cause, headers: { ...more, ...headers } });

/**
 * Returns the code that the API shows. Three codes of the HTTP kit become `validation_failed`, each with its own
 * status.
 */
export const publicCode = (code: string): string =>
  code === 'body_too_large' || code === 'bad_request' || code === 'length_required' ? 'validation_failed' : code;

/** Builds the body of an error answer: `{ error: { code, message, details? } }`. */
export const errorBody = ({ code, message, details }: ApiError) => ({
  error: {
    code: publicCode(code),
    message,
    ...(details === undefined ? {} : { details }),
  },
});

/** Renders a thrown value. An internal error is logged with its cause; the answer shows only the request id. */
export const errorRenderer =
  (log: Log) =>
  (error: unknown, { id, method, path }: { id: string; method: string; path: string }): HttpAnswer => {
    const known = toApiError(error, id);
    const status = statusOf(known);
    if (status >= 500) log.error({ err: known.cause ?? known, requestId: id, method, path }, known.message);
    return json(status, errorBody(known), { 'Cache-Control': 'no-store', ...known.headers });
  };

/** Converts any thrown value to an API error. */
export function toApiError(error: unknown, requestId: string): ApiError {
  if (error instanceof ApiError) return error;
  const details = { requestId };
  return (
    outageOf(error) ?? fail('internal_error', 'Unexpected error. Report the request ID.', { cause: error, details })
  );
}
