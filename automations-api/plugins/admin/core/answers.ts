/** The plugin's errors, which are the host's: `{ code, message, data: { status, params? } }`. */
import { ApiError } from '../../../../shared/errors.ts';

/** UTC, as contact automation writes times. */
export const sqlDate = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');

const fail = (status: number, code: string, message: string, data: object = {}) =>
  new ApiError(code, message, { details: { ...data, status } });

export const notSignedIn = (more: object = {}) => fail(401, 'rest_not_logged_in', 'Sign in first.', more);
export const wrongPassword = () => fail(401, 'incorrect_password', 'The email or the password is wrong.');
/** The password was right, and that is not enough. `methods`: what the person has. */
export const secondFactorRequired = (methods: readonly string[]) =>
  fail(401, 'second_factor_required', 'A second factor is required. Send a code too, or sign in with a passkey.', {
    methods,
  });
/** The answer is for people who know the password, and for nobody else. */
export const wrongCode = () =>
  fail(401, 'incorrect_code', 'The code is wrong or was already used.', {
    params: { code: 'The code is wrong or was already used.' },
  });
export const wrongPasskey = () =>
  fail(401, 'incorrect_passkey', 'This passkey is unknown, or the answer came too late. Try again.');
export const noPasskeys = () => forbidden('Passkeys require https and a host name: set SITE_URL accordingly.');
/** For a session that does nothing before its person has one. */
export const secondFactorMissing = () =>
  fail(403, 'second_factor_missing', 'Set up a second factor first: this installation requires one.');
export const wrongApplicationPassword = () =>
  fail(401, 'incorrect_password', 'The username or the application password is wrong.');
export const wrongNonce = () => fail(403, 'rest_cookie_invalid_nonce', 'Cookie check failed');
export const forbidden = (message: string) => fail(403, 'rest_forbidden', message);
/** Where people sign in at the provider alone. */
export const passwordsOff = (provider: string) => forbidden(`Passwords are turned off here. Sign in with ${provider}.`);
export const notFound = (what: string) => fail(404, 'rest_not_found', `There is no such ${what}.`);
export const conflict = (code: string, message: string) => fail(409, code, message);

/** Refuses to change an account of the link service: that is done there. `url` leads to it. */
export const managedElsewhere = (url: string) =>
  fail(409, 'managed_elsewhere', 'You use your dashboard account. Change it there.', { url });

export const alreadyMade = () => conflict('account_exists', 'An account already exists. Reload the page and sign in.');

/** The words of a mail server, or why it was not reached. */
export const mailNotSent = (reason: string) => fail(422, 'mail_not_sent', reason);

/** `message` follows the parameter's name. */
export const refusePassword = (message: string) => invalid('password', message);

const hasStatus = ({ details }: ApiError): boolean =>
  typeof details === 'object' && details !== null && 'status' in details;

/** A plugin's refusal whose error has the form of another namespace, and so no status here, as one of this namespace. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof ApiError && !hasStatus(error) ? fail(422, error.code, error.message) : error;

/** A parameter that is of the right form and yet cannot be. */
export const invalid = (param: string, message: string) =>
  fail(422, 'rest_invalid_param', `${param} ${message}`, { params: { [param]: `${param} ${message}` } });
