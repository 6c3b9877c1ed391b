/** The plugin's errors, in the host's format: `{ code, message, data: { status, params? } }`. */
import { ApiError } from '../../../../shared/errors.ts';

const fail = (status: number, code: string, message: string, data: object = {}) =>
  new ApiError(code, message, { details: { ...data, status } });

export const notSignedIn = (more: object = {}) => fail(401, 'rest_not_logged_in', 'Sign in first.', more);
export const factorNeeded = () =>
  forbidden(
    'This installation requires a second factor, so WordPress passwords are not enough. Use a Waypost account.',
  );
export const wrongApplicationPassword = () =>
  fail(401, 'incorrect_password', 'The username or the application password is wrong.');
export const wrongNonce = () => fail(403, 'rest_cookie_invalid_nonce', 'Cookie check failed');
export const forbidden = (message: string) => fail(403, 'rest_forbidden', message);
/** Creates the error for passwords if users can sign in only with the provider. */
export const passwordsOff = (provider: string) => forbidden(`Passwords are turned off here. Sign in with ${provider}.`);
export const notFound = (what: string) => fail(404, 'rest_not_found', `There is no such ${what}.`);
export const conflict = (code: string, message: string) => fail(409, code, message);

/** Creates the error for an unsent email. `reason` is the mail server's reply or the connection error. */
export const mailNotSent = (reason: string) => fail(422, 'mail_not_sent', reason);

const hasStatus = ({ details }: ApiError): boolean =>
  typeof details === 'object' && details !== null && 'status' in details;

/** Gives another namespace's error the status 422, because it has no status here. Returns other errors unchanged. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof ApiError && !hasStatus(error) ? fail(422, error.code, error.message) : error;

/** Creates the error for a parameter that fits the schema but is not allowed. */
export const invalid = (param: string, message: string) =>
  fail(422, 'rest_invalid_param', `${param} ${message}`, { params: { [param]: `${param} ${message}` } });
