/** Which addresses a sign-in may lead to: those of the dashboard alone, whatever is asked for. */

/** `dashboard` is its path. What browsers make of odd spellings, such as backslashes, is what counts: the parsed address. */
export function ownScreen(asked: string | undefined, dashboard: string): string {
  const origin = 'http://dashboard.invalid';
  if (asked === undefined || !asked.startsWith('/') || !URL.canParse(asked, origin)) return dashboard;
  const url = new URL(asked, origin);
  const isOwn = url.origin === origin && (url.pathname === dashboard || url.pathname.startsWith(`${dashboard}/`));
  return isOwn ? `${url.pathname}${url.search}` : dashboard;
}
