/** URLs to which a sign-in can lead: only screens of the application, for any request. */

/** A longer one does not fit into a cookie. */
const longestScreen = 1_000;

/**
 * `home` is the application's path. The parsed URL counts, because browsers normalise odd spellings such as
 * backslashes.
 */
export function ownScreen(asked: string | undefined, home: string): string {
  const origin = 'http://application.invalid';
  if (asked === undefined || !asked.startsWith('/') || !URL.canParse(asked, origin)) return home;
  const url = new URL(asked, origin);
  const isOwn = url.origin === origin && (url.pathname === home || url.pathname.startsWith(`${home}/`));
  const screen = `${url.pathname}${url.search}`;
  return isOwn && screen.length <= longestScreen ? screen : home;
}
