/** The check of URLs for the redirect after a sign-in: only screens of the application are allowed. */

/** Maximum length, so that a URL fits into a cookie. */
const longestScreen = 1_000;

/**
 * Returns an allowed URL. `home` is the application's path. The parsed URL counts, because browsers normalise odd
 * spellings such as backslashes.
 */
export function ownScreen(asked: string | undefined, home: string): string {
  const origin = 'http://application.invalid';
  if (asked === undefined || !asked.startsWith('/') || !URL.canParse(asked, origin)) return home;
  const url = new URL(asked, origin);
  const isOwn = url.origin === origin && (url.pathname === home || url.pathname.startsWith(`${home}/`));
  const screen = `${url.pathname}${url.search}`;
  return isOwn && screen.length <= longestScreen ? screen : home;
}
