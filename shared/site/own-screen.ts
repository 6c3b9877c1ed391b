/** Which addresses a sign-in may lead to: those of the application's own screens, whatever is asked for. */

const longest = 1_000;

/** `home` is the application's path. Browsers read backslashes and the like their own way, so the parsed address is looked at. */
export function ownScreen(asked: string | undefined, home: string): string {
  const origin = 'http://application.invalid';
  if (asked === undefined || !asked.startsWith('/') || !URL.canParse(asked, origin)) return home;
  const url = new URL(asked, origin);
  const isOwn = url.origin === origin && (url.pathname === home || url.pathname.startsWith(`${home}/`));
  const screen = `${url.pathname}${url.search}`;
  return isOwn && screen.length <= longest ? screen : home;
}
