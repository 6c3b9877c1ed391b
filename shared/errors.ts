/**
 * The error a handler throws to answer with a code. Which HTTP status and body a code becomes is each service's
 * own table; what a store's failure looks like is known here, so that both services answer it alike.
 */
export type ApiErrorOptions = { details?: unknown; cause?: unknown; headers?: Record<string, string> };

/** `code` is stable and part of the interface; `message` is for people; `cause` is logged and never sent. */
export class ApiError<Code extends string = string> extends Error {
  override name = 'ApiError';
  readonly code: Code;
  readonly details: unknown;
  readonly headers: Record<string, string>;

  constructor(code: Code, message: string, { details, cause, headers = {} }: ApiErrorOptions = {}) {
    super(message, { cause });
    this.code = code;
    this.details = details;
    this.headers = headers;
  }
}

/** What the http kit itself can find wrong with a request; every service's table has a row for each. */
export type KitErrorCode =
  | 'bad_request'
  | 'length_required'
  | 'not_found'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'internal_error'
  | 'unavailable';

/** Somebody else's turn first: 503 with `Retry-After`. */
export const unavailable = (
  message: string,
  { cause, afterSeconds = 5 }: { cause?: unknown; afterSeconds?: number } = {},
) => new ApiError<KitErrorCode>('unavailable', message, { cause, headers: { 'Retry-After': String(afterSeconds) } });

const storeFaults = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'PROTOCOL_CONNECTION_LOST',
  'POOL_CLOSED',
  'ER_SERVER_SHUTDOWN',
  'ER_CON_COUNT_ERROR',
  'ER_NORMAL_SHUTDOWN',
  'ER_CONNECTION_KILLED',
  'ER_QUERY_INTERRUPTED',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_UNKNOWN_COM_ERROR',
  'PROTOCOL_SEQUENCE_TIMEOUT',
]);

/** True when MySQL or Redis could not be reached or went away: worth a later try, and not the caller's fault. */
export function isStoreDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code && storeFaults.has(code)) return true;
  return /closed state|Connection is closed|max retries per request|Command timed out|isn't writeable/.test(
    error.message,
  );
}
