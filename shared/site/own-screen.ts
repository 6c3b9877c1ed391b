/** Which addresses a sign-in may lead to: screens of the application alone, whatever is asked for. */

/** `home` is the application's path. What browsers make of odd spellings, such as backslashes, is what counts: the parsed address. */
export function ownScreen(asked: string | undefined, home: string): string {
  const origin = 'http://application.invalid';
  if (asked === undefined || !asked.startsWith('/') || !URL.canParse(asked, origin)) return home;
  const url = new URL(asked, origin);
  const isOwn = url.origin === origin && (url.pathname === home || url.pathname.startsWith(`${home}/`));
  return isOwn ? `${url.pathname}${url.search}` : home;
}
