/**
 * The check of the URL that a user is redirected to after signing in. Only the application's own screens are allowed.
 */

/** The maximum length, so that the URL fits into a cookie. */
const longestScreen = 1_000;

/**
 * Returns the URL if it is allowed, otherwise `home`, the application's path. The parsed URL is checked, because
 * browsers normalise unusual spellings such as backslashes.
 */
export function ownScreen(requested: string | undefined, home: string): string {
  const origin = 'http://application.invalid';
  if (requested === undefined || !requested.startsWith('/') || !URL.canParse(requested, origin)) return home;
  const url = new URL(requested, origin);
  const isOwn = url.origin === origin && (url.pathname === home || url.pathname.startsWith(`${home}/`));
  const screen = `${url.pathname}${url.search}`;
  return isOwn && screen.length <= longestScreen ? screen : home;
}
