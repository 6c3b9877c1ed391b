/** The page that a mailed link to confirm something leads to, for people without a client of their own. */
import type { Db } from '../../shared/db.ts';
import type { HttpRoute } from '../../shared/http/route.ts';
import type { Context } from '../api/context.ts';
import { escapeHtml, htmlAnswer, paragraph } from '../api/html.ts';
import { pageRoute } from '../api/page-route.ts';
import { findTokenSubject, type Purpose } from '../identity/token-queries.ts';

export type ConfirmPage = {
  path: string;
  purpose: Purpose;
  /** What is asked before: title, what it means, and the button. */
  question: { title: string; text: string; button: string };
  /** What is said after. */
  done: { title: string; text: string };
  /** @throws ApiError when the token does not count any more. */
  confirm(db: Db, token: string, now: Date): Promise<unknown>;
};

/** Opening the page changes nothing, because programs that look at mails open what is linked in them. */
export const confirmPages = (
  context: Context,
  { path, purpose, question, done, confirm }: ConfirmPage,
): HttpRoute[] => [
  pageRoute(context, 'GET', path, async (fields) => {
    const token = fields('token');
    if ((await findTokenSubject(context.db, purpose, token, new Date())) === undefined) {
      return htmlAnswer(404, 'Not open any more', paragraph('This link was used already, or is too old.'));
    }
    return htmlAnswer(
      200,
      question.title,
      `${paragraph(question.text)}<form method="post"><input type="hidden" name="token" value="${escapeHtml(token)}"><p><button type="submit">${question.button}</button></p></form>`,
    );
  }),
  pageRoute(context, 'POST', path, async (fields, request) => {
    await context.tries.spendOnAddress(context.addressOf(request));
    await confirm(context.db, fields('token'), new Date());
    return htmlAnswer(200, done.title, paragraph(done.text));
  }),
];
