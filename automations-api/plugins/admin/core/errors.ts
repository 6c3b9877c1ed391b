/** The plugin's errors, which are the host's: `{ code, message, data: { status, params? } }`. */
import { ApiError } from '../../../../shared/errors.ts';

/** UTC, as contact automation writes times. */
export const sqlDate = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');

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
/** Where people sign in at the provider alone. */
export const passwordsOff = (provider: string) => forbidden(`Passwords are turned off here. Sign in with ${provider}.`);
export const notFound = (what: string) => fail(404, 'rest_not_found', `There is no such ${what}.`);
export const conflict = (code: string, message: string) => fail(409, code, message);

/** The words of a mail server, or why it was not reached. */
export const mailNotSent = (reason: string) => fail(422, 'mail_not_sent', reason);

const hasStatus = ({ details }: ApiError): boolean =>
  typeof details === 'object' && details !== null && 'status' in details;

/** A plugin's refusal whose error has the form of another namespace, and so no status here, as one of this namespace. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof ApiError && !hasStatus(error) ? fail(422, error.code, error.message) : error;

/** A parameter that is of the right form and yet cannot be. */
export const invalid = (param: string, message: string) =>
  fail(422, 'rest_invalid_param', `${param} ${message}`, { params: { [param]: `${param} ${message}` } });
