/** The answers for a browser that returns from another site after a sign-in. */
import type { HttpAnswer } from '../http/answer.ts';
import { escapeHtml, htmlAnswer, paragraph, sentence } from '../pages/html.ts';

/** Returns a redirect that sets cookies and sends no referrer. */
export const leadTo = (location: string, cookies: string[]): HttpAnswer => ({
  status: 302,
  headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  cookies,
});

/** Returns a page that shows why the sign-in failed. `home` is the application's path. */
export function notSignedInPage(home: string, status: number, why: string): HttpAnswer {
  const again = `<p><a href="${escapeHtml(home)}">Back to sign-in</a></p>`;
  return htmlAnswer(status, 'You are not signed in', paragraph(sentence(why), true) + again);
}
