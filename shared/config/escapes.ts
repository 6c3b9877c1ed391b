/** The escapes that server URLs need, such as in a password with `%` or `#`. */

/** A hint about the escapes, for error messages. */
export const escapes = 'with `%25` for `%` and `%23` for `#` in names and passwords';

/** Returns whether a server URL is escaped: every `%` starts an escape, and there is no `#`. */
export function isEscaped(url: string): boolean {
  if (url.includes('#')) return false;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
