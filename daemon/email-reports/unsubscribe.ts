/**
 * Unsubscribing from reports by the link in each report, without a session (RFC 8058). The link contains a signature,
 * so it is valid as long as the installation's secret, and reveals nothing. Only POST unsubscribes, because mail
 * scanners open links.
 */
import { timingSafeEqual } from 'node:crypto';
import type { HttpAnswer } from '../../shared/http/answer.ts';
import type { HttpRequest, HttpRoute } from '../../shared/http/route.ts';
import { escapeHtml, htmlAnswer, paragraph } from '../../shared/pages/html.ts';
import { languageOf } from '../../shared/pages/language.ts';
import type { KeyedHash } from '../../shared/secrets/installation-secret.ts';
import type { Context } from '../api/context.ts';
import { pageRoute } from '../api/page-route.ts';
import type { Texts } from '../page-texts/en.ts';
import { texts } from '../page-texts/texts.ts';
import { endReports } from './queries.ts';

const path = '/workspace/reports/unsubscribe';

const signatureOf = (hash: KeyedHash, memberPublicId: string) => hash(`reports of ${memberPublicId}`);

export const unsubscribeUrl = (baseUrl: string, hash: KeyedHash, memberPublicId: string) =>
  `${baseUrl}${path}?token=${memberPublicId}.${signatureOf(hash, memberPublicId).toString('base64url')}`;

/**
 * Returns the member who owns a valid token. The token is in the query, even in the POST that a mail program
 * sends.
 */
function memberIn({ query }: HttpRequest, hash: KeyedHash): string | undefined {
  const token = new URLSearchParams(query).get('token') ?? '';
  const [, id, signature] = /^(mem_\w{1,28})\.([\w-]{22})$/.exec(token) ?? [];
  if (id === undefined || signature === undefined) return undefined;
  return timingSafeEqual(signatureOf(hash, id), Buffer.from(signature, 'base64url')) ? id : undefined;
}

export const unsubscribeRoutes = (context: Context): HttpRoute[] => [
  pageRoute(context, 'GET', `/api${path}`, (_, request) => show(context, request)),
  pageRoute(context, 'POST', `/api${path}`, (_, request) => unsubscribe(context, request)),
];

type Page = (labels: Texts) => { status?: number; title: string; body: string };

function answer({ headers }: HttpRequest, page: Page): HttpAnswer {
  const language = languageOf(headers['accept-language'] ?? '');
  const { status = 200, title, body } = page(texts[language]);
  return htmlAnswer(status, title, body, language);
}

const invalid: Page = ({ unsubscribeInvalidTitle: title, unsubscribeInvalid }) => ({
  status: 404,
  title,
  body: paragraph(unsubscribeInvalid, true),
});

const question: Page = ({ unsubscribeTitle: title, unsubscribe, unsubscribeButton }) => ({
  title,
  body: `${paragraph(unsubscribe)}\n<form method="post"><p><button type="submit">${escapeHtml(unsubscribeButton)}</button></p></form>`,
});

const done: Page = ({ unsubscribedTitle: title, unsubscribed }) => ({ title, body: paragraph(unsubscribed) });

const show = ({ keyedHash }: Context, request: HttpRequest) =>
  answer(request, memberIn(request, keyedHash) === undefined ? invalid : question);

/** Unsubscribes. The answer is the same for a member who left, or had already unsubscribed. */
async function unsubscribe({ db, keyedHash }: Context, request: HttpRequest): Promise<HttpAnswer> {
  const member = memberIn(request, keyedHash);
  if (member === undefined) return answer(request, invalid);
  await endReports(db, member);
  return answer(request, done);
}
