/** Described routes that a browser visits while signing in. Their errors are shown as pages. */
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import { notSignedInPage } from '../../shared/site/sign-in-answers.ts';
import type { Context } from './context.ts';
import type { DescribedRoute, Description } from './endpoint.ts';
import { statusOf, toApiError } from './errors.ts';

/** Creates a route that browsers visit. `home` is the dashboard's path, to which error pages link. */
export const signInPage = (
  { limits, log }: Pick<Context, 'limits' | 'log'>,
  home: string,
  description: Description,
  show: (request: HttpRequest) => Promise<HttpAnswer>,
): DescribedRoute => ({
  method: description.method,
  path: `/api${description.path}`,
  description,
  async handle(request) {
    try {
      await limits.spendAddress(request);
      return await show(request);
    } catch (thrown) {
      const error = toApiError(thrown, request.id);
      if (error.code === 'internal_error') throw error;
      if (error.cause) log.warn({ err: error.cause, requestId: request.id }, 'a sign-in from another site failed');
      const answer = notSignedInPage(home, statusOf(error), error.message);
      return { ...answer, headers: { ...answer.headers, ...error.headers } };
    }
  },
});
