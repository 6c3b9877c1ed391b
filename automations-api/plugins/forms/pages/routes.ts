/** The public pages below `/forms`: forms, their scripts and previews, and the confirmation of email addresses. */
import { outageOf } from '../../../../shared/http/outage.ts';
import { forms as limits } from '../../../../shared/limits-of-fields.ts';
import { maskEmail } from '../../../../shared/mail/email-address.ts';
import { nameBeforeEnding } from '../../../../shared/net/trailing-marks.ts';
import { languageOf } from '../../../../shared/pages/language.ts';
import { notFound } from '../../../host/core/errors.ts';
import { type Page, type PageRequest, page } from '../../../host/pages.ts';
import type { PageAnswer } from '../../../host/plugin.ts';
import type { Context } from '../core/context.ts';
import { definitionOf } from '../core/definition.ts';
import { findForm, findFormBySlug } from '../core/queries.ts';
import { confirm, findConfirmation } from '../submissions/confirm.ts';
import { findShown } from './fields.ts';
import { newTicket, receive, type Visit } from './receive.ts';
import {
  type Body,
  confirmedPage,
  confirmPage,
  type Frame,
  formPage,
  pageOf,
  previewOf,
  refusalPage,
  scriptPath,
  thanksPage,
} from './render.ts';
import { embedScript, formScript } from './script.ts';

/** The maximum length of a submitted form, in UTF-8 and URL encoding. */
const bodyLimit = 256 * 1_024;
/** Other slugs cannot be compared with those in the database. */
const slugPattern = new RegExp(limits.slug);

export const formPages = (context: Context): Page[] => [
  page({ methods: ['GET'], path: scriptPath, callback: () => script(formScript) }),
  page({
    methods: ['GET', 'POST'],
    path: '/forms/confirm',
    callback: (request) =>
      framed(context, request, async (frame) => pageOf(frame, await confirmBody(context, request, frame))),
  }),
  page({ methods: ['GET'], path: '/forms/embed.js', callback: () => script(embedScript) }),
  // The page shows unsaved settings, for a frame of the admin application.
  page({
    methods: ['GET'],
    path: '/forms/preview/{token}',
    async callback(request) {
      const previewed = await context.previews.find(request.params.token);
      if (!previewed) throw notFound('preview');
      return framed(context, request, async (frame) => {
        const shown = await findShown(context, previewed.definition, frame.language);
        return previewOf(frame, formPage(frame, { ...previewed, shown }, { token: '', bits: 0 }));
      });
    },
  }),
  visited(context, 'GET', '/forms/{slug}/thanks', ({ frame, page: { definition } }) =>
    pageOf(frame, thanksPage(frame, definition)),
  ),
  visited(context, 'GET', '/forms/{slug}', async ({ form, frame, page: shownPage }) => {
    const shown = await findShown(context, shownPage.definition, frame.language);
    return pageOf(frame, formPage(frame, { ...shownPage, shown }, newTicket(context, form.id)));
  }),
  visited(context, 'POST', '/forms/{slug}', (visit, request) => receive(context, visit, request)),
];

const script = (text: string) => ({
  contentType: 'text/javascript; charset=utf-8',
  headers: { 'Cache-Control': 'public, max-age=3600', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  text,
});

type Answer = (visit: Visit, request: PageRequest) => PageAnswer | Promise<PageAnswer>;

/** Declares a page of a form. */
const visited = (
  context: Context,
  method: 'GET' | 'POST',
  path: '/forms/{slug}' | '/forms/{slug}/thanks',
  of: Answer,
) =>
  page({
    methods: [method],
    path,
    bodyLimit,
    callback: (request) =>
      framed(context, request, async (bare) => {
        const slug = request.params.slug.toLowerCase();
        const form = slugPattern.test(slug) ? await findFormBySlug(context.db, slug) : undefined;
        if (!form?.active) return pageOf(bare, refusalPage(bare, 'closed'));
        const definition = definitionOf(form);
        const isEmbedded = new URLSearchParams(request.query).get('embedded') === '1';
        const { embeddable: isEmbeddable, redirect_url: url } = definition;
        const settings = {
          definition,
          name: form.name,
          consentText: form.consent_text ?? '',
          consentId: form.consent_id,
        };
        return of({ form, frame: { ...bare, isEmbeddable, isEmbedded, leaves: url !== '' }, page: settings }, request);
      }),
  });

/** Answers in the site's look and the visitor's language, even if a store fails. */
async function framed(
  { hooks, config }: Context,
  { headers }: PageRequest,
  work: (frame: Frame) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const unknown = { name: new URL(config.siteUrl).hostname, logoUrl: null, color: null };
  const language = languageOf(headers['accept-language'] ?? '');
  const bare: Frame = { brand: unknown, language, isEmbeddable: false, isEmbedded: false, leaves: false };
  try {
    return await work({ ...bare, brand: await hooks.applyFilters('automations_brand', unknown) });
  } catch (error) {
    if (!outageOf(error)) throw error;
    return pageOf(bare, refusalPage(bare, 'unavailable'));
  }
}

async function confirmBody(context: Context, { query, method }: PageRequest, frame: Frame): Promise<Body> {
  const token = new URLSearchParams(query).get('token') ?? '';
  const found = await findConfirmation(context, nameBeforeEnding(token) ?? token);
  if (!found) return refusalPage(frame, 'unknown');
  const { id, email, form_id, form_name: form, outcome } = found.submission;
  if (found.isExpired) return refusalPage(frame, 'expired', await findForm(context.db, form_id));
  if (outcome === 'confirmed') return confirmedPage(frame);
  if (method !== 'POST') return confirmPage(frame, { address: maskEmail(email), form });
  return (await confirm(context, id)) ? confirmedPage(frame) : refusalPage(frame, 'unknown');
}
