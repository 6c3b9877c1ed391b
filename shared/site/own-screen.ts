/**
 * The check of the URL that a user is redirected to after signing in. Only the application's own screens are allowed.
 */

/** The maximum length, so that the URL fits into a cookie. */
const longestScreen = 1_000;

/**
 * Returns the URL if it is allowed, otherwise `home`, the application's path. The parsed URL is checked, because
 * browsers normalise unusual spellings such as backslashes.
 */
export function ownScreen(asked: string | undefined, home: string): string {
  const origin = 'http://application.invalid';
  if (asked === undefined || !asked.startsWith('/') || !URL.canParse(asked, origin)) return home;
  const url = new URL(asked, origin);
  const isOwn = url.origin === origin && (url.pathname === home || url.pathname.startsWith(`${home}/`));
  const screen = `${url.pathname}${url.search}`;
  return isOwn && screen.length <= longestScreen ? screen : home;
}
