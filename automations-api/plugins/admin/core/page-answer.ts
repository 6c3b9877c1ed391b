/** An answer for browsers, such as a page, as a route gives it. */
import type { HttpAnswer } from '../../../../shared/http/answer.ts';
import type { RestAnswer } from '../../../host/core/route.ts';

export function asSent({ status, headers = {}, cookies = [], body = '' }: HttpAnswer): RestAnswer {
  const { 'Content-Type': contentType = 'text/html; charset=utf-8', ...others } = headers;
  return { status, headers: others, cookies, contentType, text: body };
}
