/** Answers to a browser that comes back from another site to be signed in here. */
import type { HttpAnswer } from '../http/answer.ts';
import { escapeHtml, htmlAnswer, paragraph } from '../pages/html.ts';

/** On to an address, with cookies; nobody learns where the browser came from. */
export const leadTo = (location: string, cookies: string[]): HttpAnswer => ({
  status: 302,
  headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  cookies,
});

/** A page that says what went wrong. `home` is the application's path. */
export function notSignedInPage(home: string, status: number, why: string): HttpAnswer {
  const again = `<p><a href="${escapeHtml(home)}">Back to sign-in</a></p>`;
  return htmlAnswer(status, 'You are not signed in', paragraph(`${why.replace(/\.$/, '')}.`, true) + again);
}
