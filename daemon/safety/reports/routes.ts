/**
 * `/report` on the default domain, where visitors say that a short link is unsafe: a form that needs no scripts, and JSON
 * for programs. A report bans nothing; it asks a person to look.
 */
import Type, { type Static } from 'typebox';
import type { ApiError } from '../../../shared/errors.ts';
import { type HttpAnswer, json } from '../../../shared/http/answer.ts';
import { isJson } from '../../../shared/http/body.ts';
import { type HttpRequest, type HttpRoute, openBodyLimit } from '../../../shared/http/route.ts';
import { htmlAnswer, paragraph } from '../../../shared/pages/html.ts';
import { inMinutes, type Language, languageOf } from '../../../shared/pages/language.ts';
import { fill } from '../../../shared/pages/texts.ts';
import { compile } from '../../../shared/validate.ts';
import type { Context } from '../../api/context.ts';
import { invalid, requireJson, statusOf, toApiError } from '../../api/errors.ts';
import { parseShortUrl } from '../../links/short-url.ts';
import { texts } from '../../page-texts/texts.ts';
import { fingerprintOf } from '../core/destinations.ts';
import { findReportedLink, insertReview } from '../core/review-queries.ts';
import { type Given, reasons, reportPage } from './page.ts';

const Report = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 400, description: 'the short link' }),
    reason: Type.Enum(Object.keys(reasons)),
    details: Type.Optional(Type.String({ maxLength: 500 })),
  },
  { additionalProperties: false },
);
type Report = Static<typeof Report>;

const check = compile(Report);

export const reportRoutes = (context: Context): HttpRoute[] => [
  {
    method: 'GET',
    path: '/report',
    handle(request) {
      const given = { url: new URLSearchParams(request.query).get('url') ?? '' };
      return asPage(request, given, async (language) => {
        await context.limits.spendAddress(request);
        return reportPage(language, 200, given);
      });
    },
  },
  {
    method: 'POST',
    path: '/report',
    bodyLimit: openBodyLimit,
    handle: (request) => (isJson(request) ? byJson : byForm)(context, request),
  },
];

async function byJson(context: Context, request: HttpRequest): Promise<HttpAnswer> {
  await report(context, request, requireJson(request.body));
  return json(200, { ok: true }, { 'Cache-Control': 'no-store' });
}

function byForm(context: Context, request: HttpRequest): Promise<HttpAnswer> {
  const fields = new URLSearchParams(request.body.toString());
  const given = Object.fromEntries(['url', 'reason', 'details'].map((name) => [name, fields.get(name) ?? '']));
  return asPage(request, given, async (language) => {
    await report(context, request, given);
    const { reportedTitle, reported } = texts[language];
    return htmlAnswer(200, reportedTitle, paragraph(reported), language);
  });
}

/** The page in the visitor's language; a refusal is shown above the form. */
async function asPage(request: HttpRequest, given: Given, work: (language: Language) => Promise<HttpAnswer>) {
  const language = languageOf(request.headers['accept-language'] ?? '');
  try {
    return await work(language);
  } catch (error) {
    const fault = toApiError(error, request.id);
    if (fault.code === 'internal_error') throw error;
    const answer = reportPage(language, statusOf(fault), given, faultText(language, fault));
    return { ...answer, headers: { ...answer.headers, ...fault.headers } };
  }
}

/** @throws `rate_limited`, `validation_failed` */
async function report(
  { db, limits, tries, findDomain, addressOf }: Context,
  request: HttpRequest,
  given: unknown,
): Promise<void> {
  await limits.spendAddress(request);
  const checked = check(given);
  if (!checked.ok) throw invalid(...(checked.issues as [(typeof checked.issues)[0]]));
  await tries.spendOnReport(addressOf(request));
  const { url, reason, details } = checked.value as Report;
  const named = parseShortUrl(url, findDomain);
  const link = named && (await findReportedLink(db, named.domainId, named.slug));
  if (!link) throw invalid({ field: 'url', message: 'is not a short link of this service' });
  const doubt = {
    linkId: link.id,
    workspaceId: link.workspace_id,
    source: 'visitor' as const,
    fingerprint: fingerprintOf(link),
  };
  await insertReview(db, { ...doubt, reason, field: null, detail: details?.trim() || null }, new Date());
}

/** Messages of errors are for programs, in English; the page says the same to a person. */
function faultText(language: Language, { code, headers, details }: ApiError): string {
  const words = texts[language];
  if (code === 'rate_limited')
    return fill(words.tooMany, { when: inMinutes(language, Number(headers['Retry-After'])) });
  if (code !== 'validation_failed') return words.reportLater;
  return (details as { field?: string }).field === 'url' ? words.reportUnknown : words.reportInvalid;
}
