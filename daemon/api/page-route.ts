/** A page with a form as a route: its fields come from the query or the form, its errors are shown as pages. */
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest, HttpRoute } from '../../shared/http/route.ts';
import { htmlAnswer, paragraph, sentence } from '../../shared/pages/html.ts';
import type { Context } from './context.ts';
import { statusOf, toApiError } from './errors.ts';

/** The value of a field; empty if missing. */
export type Fields = (name: string) => string;
export type ShowPage = (fields: Fields, request: HttpRequest) => HttpAnswer | Promise<HttpAnswer>;

const longestForm = 8_192;

export const pageRoute = (
  { limits }: Pick<Context, 'limits'>,
  method: 'GET' | 'POST',
  path: string,
  show: ShowPage,
): HttpRoute => ({
  method,
  path,
  bodyLimit: longestForm,
  async handle(request) {
    const given = new URLSearchParams(method === 'GET' ? request.query : request.body.toString());
    try {
      await limits.spendAddress(request);
      return await show((name) => given.get(name) ?? '', request);
    } catch (error) {
      const known = toApiError(error, request.id);
      if (known.code === 'internal_error') throw error;
      const answer = htmlAnswer(statusOf(known), 'Something went wrong', paragraph(sentence(known.message), true));
      return { ...answer, headers: { ...answer.headers, ...known.headers } };
    }
  },
});
