/** Characters that a URL of a server must not have unescaped, as in a password with `%` or `#`. */

/** For error messages. */
export const escapes = 'with `%25` for `%` and `%23` for `#` in names and passwords';

/** Tells whether every `%` begins an escape, and nothing after a `#` is lost. */
export function isEscaped(url: string): boolean {
  if (url.includes('#')) return false;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}
