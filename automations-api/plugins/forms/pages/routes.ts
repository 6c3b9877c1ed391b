/** The public pages below `/forms`: forms, their scripts, and the confirmation of email addresses. */
import { outageOf } from '../../../../shared/http/outage.ts';
import { nameBeforeEnding } from '../../../../shared/net/trailing-marks.ts';
import { type Page, type PageRequest, page } from '../../../host/pages.ts';
import type { PageAnswer } from '../../../host/plugin.ts';
import type { Context } from '../core/context.ts';
import { definitionOf, formUrl } from '../core/definition.ts';
import { findFormBySlug } from '../core/queries.ts';
import { confirm, findConfirmation } from '../submissions/confirm.ts';
import { findShown } from './fields.ts';
import { frameOf } from './frame.ts';
import { newTicket, receive, type Visit } from './receive.ts';
import {
  type Body,
  closedPage,
  confirmedPage,
  confirmPage,
  type Frame,
  formPage,
  pageOf,
  refusalPage,
  scriptPath,
  thanksPage,
} from './render.ts';
import { embedScript, formScript } from './script.ts';

/** The length of a form with its longest texts, in UTF-8 and URL encoding. */
const bodyLimit = 256 * 1_024;

export const formPages = (context: Context): Page[] => [
  scriptOf(scriptPath, () => formScript),
  page({ methods: ['GET'], path: '/forms/confirm', callback: (request) => answerConfirm(context, request, false) }),
  page({ methods: ['POST'], path: '/forms/confirm', callback: (request) => answerConfirm(context, request, true) }),
  page({
    methods: ['GET'],
    path: '/forms/{slug}/embed.js',
    async callback({ params }) {
      const form = await findOpen(context, params.slug);
      const isShown = form && definitionOf(form).embeddable;
      if (!isShown) return { ...script(''), status: 404 };
      return script(embedScript(formUrl(context.config.siteUrl, form.slug), form.name));
    },
  }),
  visited(context, 'GET', '/forms/{slug}/thanks', ({ frame, page: { definition } }) =>
    pageOf(frame, thanksPage(frame, definition)),
  ),
  visited(context, 'GET', '/forms/{slug}', async ({ form, frame, page: shownPage }) => {
    const shown = await findShown(context, shownPage.definition);
    return pageOf(frame, formPage(frame, { ...shownPage, shown }, newTicket(context, form.id)));
  }),
  visited(context, 'POST', '/forms/{slug}', (visit, request) => receive(context, visit, request)),
];

const script = (text: string) => ({
  contentType: 'text/javascript; charset=utf-8',
  headers: { 'Cache-Control': 'public, max-age=3600', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  text,
});

const scriptOf = (path: string, text: () => string) => page({ methods: ['GET'], path, callback: () => script(text()) });

const findOpen = async ({ db }: Context, slug: string) => {
  const form = await findFormBySlug(db, slug.toLowerCase());
  return form?.active ? form : undefined;
};

type Answer = (visit: Visit, request: PageRequest) => PageAnswer | Promise<PageAnswer>;

/** Declares a page of a form. A store's failure is explained in the visitor's language. */
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
      orUnavailable(context, request, async (frame) => {
        const form = await findOpen(context, request.params.slug);
        if (!form) return pageOf(frame, closedPage(frame));
        const definition = definitionOf(form);
        const own = { ...frame, isEmbeddable: definition.embeddable, leaves: definition.redirect_url !== '' };
        const consentText = form.consent_text ?? '';
        return of({ form, frame: own, page: { definition, name: form.name, consentText } }, request);
      }),
  });

async function orUnavailable(
  context: Context,
  request: PageRequest,
  work: (frame: Frame) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const frame = await frameOf(context, request);
  try {
    return await work(frame);
  } catch (error) {
    if (!outageOf(error)) throw error;
    return pageOf(frame, refusalPage(frame, 'unavailable'));
  }
}

const answerConfirm = (context: Context, request: PageRequest, isPost: boolean): Promise<PageAnswer> =>
  orUnavailable(context, request, async (frame) =>
    pageOf({ ...frame, isEmbedded: false }, await confirmBody(context, request, frame, isPost)),
  );

async function confirmBody(context: Context, { query }: PageRequest, frame: Frame, isPost: boolean): Promise<Body> {
  const token = new URLSearchParams(query).get('token') ?? '';
  const found = await findConfirmation(context, nameBeforeEnding(token) ?? token);
  if (found === 'unknown' || found === 'expired') return refusalPage(frame, found);
  if (found.outcome === 'confirmed') return confirmedPage(frame);
  if (!isPost) return confirmPage(frame, { address: maskEmail(found.email), form: found.form_name });
  return (await confirm(context, found.id)) ? confirmedPage(frame) : refusalPage(frame, 'unknown');
}

/** Shortens `ada@example.com` to `a…@example.com`, because emails get forwarded. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${[...email][0]}…${email.slice(at)}`;
}
