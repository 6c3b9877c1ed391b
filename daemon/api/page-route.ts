/** Routes for pages with a form. Fields come from the query or the form, and errors are shown as pages. */
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest, HttpRoute } from '../../shared/http/route.ts';
import { htmlAnswer, paragraph, sentence } from '../../shared/pages/html.ts';
import type { Context } from './context.ts';
import { statusOf, toApiError } from './errors.ts';

/** A function that returns a field's value, or an empty text if the field is missing. */
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
    const fields = new URLSearchParams(method === 'GET' ? request.query : request.body.toString());
    try {
      await limits.spendAddress(request);
      return await show((name) => fields.get(name) ?? '', request);
    } catch (error) {
      const known = toApiError(error, request.id);
      if (known.code === 'internal_error') throw error;
      const answer = htmlAnswer(statusOf(known), 'Something went wrong', paragraph(sentence(known.message), true));
      return { ...answer, headers: { ...answer.headers, ...known.headers } };
    }
  },
});
