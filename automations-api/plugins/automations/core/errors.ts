/** The plugin's error codes and statuses, and the mapping of the host's errors to them. */
import { ApiError } from '../../../../shared/errors.ts';
import { found, notFound, type RenderedError, unprocessable } from '../../../host/core/errors.ts';

export { found, notFound, unprocessable };

export const statuses = {
  required_fields_missing: 400,
  api_key_missing: 401,
  api_key_invalid: 401,
  api_key_inactive: 401,
  permission_denied: 403,
  demo_read_only: 403,
  data_not_found: 404,
  contact_not_exists: 404,
  method_not_allowed: 405,
  conflict: 409,
  email_invalid: 422,
  already_exists: 422,
  unprocessable_entity: 422,
  unknown_error: 500,
} as const;

export type ErrorCode = keyof typeof statuses;

/** This namespace's codes for the host's errors, with the status if it differs. */
const ofHost: Record<string, { code: ErrorCode; status?: number }> = {
  method_not_allowed: { code: 'method_not_allowed' },
  rest_missing_callback_param: { code: 'required_fields_missing' },
  rest_invalid_param: { code: 'unprocessable_entity' },
  rest_callback_invalid: { code: 'unprocessable_entity', status: 400 },
  rest_not_acceptable: { code: 'unprocessable_entity', status: 406 },
  bad_request: { code: 'unprocessable_entity', status: 400 },
  length_required: { code: 'unprocessable_entity', status: 411 },
  body_too_large: { code: 'unprocessable_entity', status: 413 },
  internal_server_error: { code: 'unknown_error' },
  unavailable: { code: 'unknown_error', status: 503 },
};

export const fail = (code: ErrorCode, message: string) => new ApiError<ErrorCode>(code, message);
export const contactNotFound = () => fail('contact_not_exists', 'There is no such contact.');
export const confirmationsOff = () => unprocessable('Double opt-in is off. Turn it on in consent/settings.');
export const emailTaken = () => fail('already_exists', 'A contact with this email already exists.');

/**
 * Renders `{ code, message }`; a conflict also has the current state in `details`. Host errors without a code here
 * keep the host's format.
 */
export function renderError(error: ApiError): RenderedError | undefined {
  const { code, details, headers } = error;
  const known = ofHost[code] ?? (code in statuses ? { code: code as ErrorCode } : undefined);
  const plain = known && { code: known.code, message: messageOf(error) };
  const body = known?.code === 'conflict' ? { ...plain, details } : plain;
  return known && { status: known.status ?? statuses[known.code], body, headers };
}

/** Returns the message. It includes the fault of each parameter, since this format has no details. */
function messageOf({ code, message, details }: ApiError): string {
  const { params } = (details ?? {}) as { params?: Record<string, string> };
  return code === 'rest_invalid_param' && params
    ? `Invalid parameter(s): ${Object.values(params).join('; ')}`
    : message;
}
