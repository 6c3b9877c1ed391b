/** A page of billing as a route: its fields from the query or the form, its faults as pages. */
import type { HttpAnswer, HttpRoute } from '../../shared/http.ts';
import type { Context } from '../context.ts';
import { statusOf, toApiError } from '../errors.ts';
import { htmlAnswer, paragraph } from '../html.ts';

/** The value of a field, empty when it is not there. */
export type Fields = (name: string) => string;

const longestForm = 4_096;

export const page = (
  { limits }: Context,
  method: 'GET' | 'POST',
  path: string,
  show: (fields: Fields) => HttpAnswer | Promise<HttpAnswer>,
): HttpRoute => ({
  method,
  path,
  async handle(request) {
    const given = new URLSearchParams(
      method === 'GET' ? request.query : request.body.subarray(0, longestForm).toString(),
    );
    try {
      await limits.spendAddress(request);
      return await show((name) => given.get(name) ?? '');
    } catch (error) {
      const known = toApiError(error, request.id);
      if (known.code === 'internal_error') throw error;
      const answer = htmlAnswer(statusOf(known), 'That did not work', paragraph(`${known.message}.`, true));
      return { ...answer, headers: { ...answer.headers, ...known.headers } };
    }
  },
});
