/**
 * `/report` on the default domain, where visitors say that a short link is unsafe: a form that needs no scripts, and JSON
 * for programs. A report bans nothing; it asks a person to look.
 */
import Type, { type Static } from 'typebox';
import type { ApiError } from '../../../shared/errors.ts';
import { type HttpAnswer, json } from '../../../shared/http/answer.ts';
import { isJson } from '../../../shared/http/body.ts';
import { type HttpRequest, type HttpRoute, openBodyLimit } from '../../../shared/http/route.ts';
import { escapeHtml, htmlAnswer, paragraph } from '../../../shared/pages/html.ts';
import { compile } from '../../../shared/validate.ts';
import type { Context } from '../../api/context.ts';
import { invalid, requireJson, statusOf, toApiError } from '../../api/errors.ts';
import { parseShortUrl } from '../../links/short-url.ts';
import { fingerprintOf } from '../core/destinations.ts';
import { findReportedLink, insertReview } from '../core/review-queries.ts';

const reasons = { phishing: 'Phishing', malware: 'Malware', spam: 'Spam', other: 'Something else' };

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
    async handle(request) {
      await context.limits.spendAddress(request);
      return page(200, { url: new URLSearchParams(request.query).get('url') ?? '' });
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

async function byForm(context: Context, request: HttpRequest): Promise<HttpAnswer> {
  const fields = new URLSearchParams(request.body.toString());
  const given = Object.fromEntries(['url', 'reason', 'details'].map((name) => [name, fields.get(name) ?? '']));
  try {
    await report(context, request, given);
  } catch (error) {
    const fault = toApiError(error, request.id);
    if (fault.code === 'internal_error') throw error;
    const answer = page(statusOf(fault), given, fault);
    return { ...answer, headers: { ...answer.headers, ...fault.headers } };
  }
  return htmlAnswer(200, 'Thank you', paragraph('Somebody will look at this link.'));
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

type Given = Partial<Record<'url' | 'reason' | 'details', string>>;

function page(status: number, { url = '', reason = '', details = '' }: Given, fault?: ApiError): HttpAnswer {
  const options = Object.entries(reasons).map(
    ([value, label]) => `<option value="${value}"${value === reason ? ' selected' : ''}>${label}</option>`,
  );
  const form = [
    '<form method="post">',
    `<p><label for="url">The short link</label><br><input id="url" name="url" maxlength="400" required value="${escapeHtml(url.slice(0, 400))}"></p>`,
    `<p><label for="reason">What is wrong with it</label><br><select id="reason" name="reason">${options.join('')}</select></p>`,
    `<p><label for="details">Anything else we should know</label><br><textarea id="details" name="details" maxlength="500" rows="4">${escapeHtml(details.slice(0, 500))}</textarea></p>`,
    '<p><button type="submit">Report</button></p>',
    '</form>',
  ];
  const alert = fault ? [paragraph(`${fault.message}.`, true)] : [];
  return htmlAnswer(status, 'Report an unsafe link', [...alert, ...form].join('\n'));
}
