/** URLs to which a sign-in may lead: only screens of the application, whatever was requested. */

/**
 * `home` is the application's path. The parsed URL counts, because browsers normalise odd spellings such as
 * backslashes.
 */
export function ownScreen(asked: string | undefined, home: string): string {
  const origin = 'http://application.invalid';
  if (asked === undefined || !asked.startsWith('/') || !URL.canParse(asked, origin)) return home;
  const url = new URL(asked, origin);
  const isOwn = url.origin === origin && (url.pathname === home || url.pathname.startsWith(`${home}/`));
  return isOwn ? `${url.pathname}${url.search}` : home;
}
