/** The host's errors in WordPress's texts and format. A namespace can render them in its own format. */
import { ApiError, type ApiErrorOptions } from '../../../shared/errors.ts';
import { outageOf } from '../../../shared/http/outage.ts';

const statuses: Record<string, number> = {
  bad_request: 400,
  rest_invalid_json: 400,
  rest_invalid_param: 400,
  rest_missing_callback_param: 400,
  rest_callback_invalid: 400,
  rest_cookie_invalid_nonce: 403,
  demo_read_only: 403,
  rest_no_route: 404,
  not_found: 404,
  data_not_found: 404,
  method_not_allowed: 405,
  rest_not_acceptable: 406,
  length_required: 411,
  body_too_large: 413,
  rate_limited: 429,
  internal_server_error: 500,
  unavailable: 503,
};

export type RestErrorCode =
  | 'rest_invalid_json'
  | 'rest_invalid_param'
  | 'rest_missing_callback_param'
  | 'rest_callback_invalid'
  | 'rest_cookie_invalid_nonce'
  | 'rest_no_route'
  | 'method_not_allowed'
  | 'rest_not_acceptable';

export const restError = (code: RestErrorCode, message: string, options?: ApiErrorOptions) =>
  new ApiError(code, message, options);

/** Creates a plugin's error, for namespaces that use the host's format. */
export const pluginError = (status: number, code: string, message: string, data: object = {}): Error =>
  new ApiError(code, message, { details: { ...data, status } });

/** An error as sent: status, body and additional headers. */
export type RenderedError = { status: number; body: unknown; headers?: Record<string, string> };

/** Converts any thrown value to an error with a code. An unexpected error keeps its cause for the log only. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const fault = () => new ApiError('internal_server_error', 'Unexpected error. Try again later.', { cause: error });
  return outageOf(error) ?? fault();
}

/** Renders an error as WordPress does: `{ code, message, data: { status, …details } }`. */
export function renderLikeWordPress({ code, message, details, headers }: ApiError): RenderedError {
  const data = (details ?? {}) as { status?: number };
  const status = data.status ?? statuses[code] ?? 500;
  return { status, body: { code, message, data: { status, ...data } }, headers };
}

/** Creates the error for a parameter that fits its schema but is not allowed, for namespaces with Waypost's errors. */
export const unprocessable = (message: string) => new ApiError('unprocessable_entity', message);
/** Creates the error for an unknown id, for namespaces with Waypost's errors. */
export const notFound = (what: string) => new ApiError('data_not_found', `There is no such ${what}.`);

/** Returns what was found. @throws data_not_found */
export function found<Item>(what: string, item: Item | undefined): Item {
  if (item === undefined) throw notFound(what);
  return item;
}
