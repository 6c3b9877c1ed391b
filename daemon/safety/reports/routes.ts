/**
 * `/report` on the default domain, where visitors report unsafe short links: a form without scripts, and JSON for
 * programs. A report bans nothing; an operator reviews it.
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
import { type ReportFields, reasons, reportPage } from './page.ts';

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
      const fields = { url: new URLSearchParams(request.query).get('url') ?? '' };
      return asPage(request, fields, async (language) => {
        await context.limits.spendAddress(request);
        return reportPage(language, 200, fields);
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
  const form = new URLSearchParams(request.body.toString());
  const fields = Object.fromEntries(['url', 'reason', 'details'].map((name) => [name, form.get(name) ?? '']));
  return asPage(request, fields, async (language) => {
    await report(context, request, fields);
    const { reportedTitle, reported } = texts[language];
    return htmlAnswer(200, reportedTitle, paragraph(reported), language);
  });
}

/** Answers with a page in the visitor's language. A refusal is shown above the form. */
async function asPage(request: HttpRequest, fields: ReportFields, work: (language: Language) => Promise<HttpAnswer>) {
  const language = languageOf(request.headers['accept-language'] ?? '');
  try {
    return await work(language);
  } catch (error) {
    const fault = toApiError(error, request.id);
    if (fault.code === 'internal_error') throw error;
    const answer = reportPage(language, statusOf(fault), fields, faultText(language, fault));
    return { ...answer, headers: { ...answer.headers, ...fault.headers } };
  }
}

/** @throws `rate_limited`, `validation_failed` */
async function report(
  { db, limits, tries, findDomain, addressOf }: Context,
  request: HttpRequest,
  body: unknown,
): Promise<void> {
  await limits.spendAddress(request);
  const checked = check(body);
  if (!checked.ok) throw invalid(...(checked.issues as [(typeof checked.issues)[0]]));
  await tries.spendOnReport(addressOf(request));
  const { url, reason, details } = checked.value as Report;
  const key = parseShortUrl(url, findDomain);
  const link = key && (await findReportedLink(db, key.domainId, key.slug));
  if (!link) throw invalid({ field: 'url', message: 'is not a short link of this service' });
  const doubt = {
    linkId: link.id,
    workspaceId: link.workspace_id,
    source: 'visitor' as const,
    fingerprint: fingerprintOf(link),
  };
  await insertReview(db, { ...doubt, reason, field: null, detail: details?.trim() || null }, new Date());
}

/** Returns an error's text for the page, because error messages are in English, for programs. */
function faultText(language: Language, { code, headers, details }: ApiError): string {
  const { tooMany, reportLater, reportUnknown, reportInvalid } = texts[language];
  if (code === 'rate_limited') return fill(tooMany, { when: inMinutes(language, Number(headers['Retry-After'])) });
  if (code !== 'validation_failed') return reportLater;
  return (details as { field?: string }).field === 'url' ? reportUnknown : reportInvalid;
}
