/**
 * Routes that preview the email and the pages with unsaved settings, for an example contact. Each button opens the
 * page that would follow.
 */
import Type, { type Static } from 'typebox';
import { outageOf } from '../../../../shared/http/outage.ts';
import { paragraph } from '../../../../shared/pages/html.ts';
import { type Language, languageOf } from '../../../../shared/pages/language.ts';
import { siteOnly } from '../../../host/core/permission.ts';
import { type RestAnswer, type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import type { Previews } from '../../../host/previews.ts';
import { Status } from '../contacts/core/statuses.ts';
import { PreviewAnswer } from './answers.ts';
import { writeConfirmation } from './confirmation-mail.ts';
import { brandOf, type Consent } from './consent.ts';
import { pagesNamespace } from './links.ts';
import { mailPage, type Page, pageAnswer, pages, refusal, type Site } from './pages.ts';
import { publicLists } from './public-lists.ts';
import { type ConsentSettings, draftConsentSettings, eachPage, pageNames, SettingsArgs, senderOf } from './settings.ts';
import { texts } from './text/texts.ts';

const shown = [...pageNames, 'mail'] as const;
type Shown = (typeof shown)[number];

/** The example contact. */
const contact = { f_name: 'Ada', l_name: 'Lovelace', email: 'ada@example.com' };
const reader = { email: contact.email, status: Status.subscribed };

function urlsOf(siteUrl: string, token: string) {
  const urlOf = (page: Shown) => `${siteUrl}/wp-json/${pagesNamespace}/preview?page=${page}&token=${token}`;
  return { ...eachPage(urlOf), mail: urlOf('mail') };
}

function writeMail(settings: ConsentSettings, siteUrl: string, token: string) {
  const { confirm: confirm_url, unsubscribe: unsubscribe_url, preferences: preferences_url } = urlsOf(siteUrl, token);
  const tags = { ...contact, sender: senderOf(settings, siteUrl) };
  return writeConfirmation(settings.double_opt_in, 'en', tags, { confirm_url, unsubscribe_url, preferences_url });
}

/** Declares the route that stores a draft. */
export const previewRoute = (consent: Consent, previews: Previews<ConsentSettings>): RestRoute =>
  route({
    methods: ['POST'],
    path: '/consent/preview',
    inDemo: true,
    description:
      'Previews the email and the pages with these settings; nothing is saved. The URLs are valid for an hour.',
    permission: siteOnly,
    args: SettingsArgs,
    example: { sender: 'Example', pages: { confirmed: 'Thank you.' } },
    answer: PreviewAnswer,
    async callback({ params }) {
      const { options, siteUrl, config } = consent;
      const settings = await draftConsentSettings(options, params);
      const token = await previews.keep(settings);
      const { subject, text } = writeMail(settings, siteUrl, token);
      const mail = { from: config.mailFrom, subject, text };
      return success({ preview: { mail, pages: urlsOf(siteUrl, token) } });
    },
  });

const PageArgs = Type.Object({
  token: Type.Optional(Type.String({ maxLength: 100, description: 'Token from `consent/preview`.' })),
  page: Type.Optional(Type.String({ maxLength: 20, description: `One of ${shown.join(', ')}.` })),
  choice: Type.Optional(Type.String({ maxLength: 20, description: 'The button that was pressed.' })),
});
type PageParams = Static<typeof PageArgs>;

/** Declares the routes of the previewed pages. */
export const previewPageRoutes = (consent: Consent, previews: Previews<ConsentSettings>): RestRoute[] =>
  (['GET', 'POST'] as const).map((method) =>
    route({
      methods: [method],
      path: '/preview',
      description: 'A preview of a page for contacts. Changes nothing.',
      args: PageArgs,
      produces: ['text/html'],
      async callback({ params, headers }): Promise<RestAnswer> {
        const language = languageOf(headers['accept-language'] ?? '');
        try {
          return await showPage(consent, previews, method === 'POST' ? nextPage(params) : params, language);
        } catch (error) {
          if (!outageOf(error)) throw error;
          return pageAnswer({ brand: await brandOf(consent), language }, refusal({ language }, 'unavailable'));
        }
      },
    }),
  );

/** Returns the parameters of the page that a button opens. */
function nextPage({ page, choice, ...rest }: PageParams): PageParams {
  const next: Partial<Record<string, Shown>> = { confirm: 'confirmed', unsubscribe: 'unsubscribed' };
  const isLeaving = page === 'preferences' && choice === 'unsubscribe';
  return { ...rest, page: isLeaving ? 'unsubscribed' : (next[page ?? ''] ?? page) };
}

async function showPage(
  consent: Consent,
  previews: Previews<ConsentSettings>,
  { token = '', page }: PageParams,
  language: Language,
): Promise<RestAnswer> {
  const { siteUrl } = consent;
  const [settings, brand] = await Promise.all([previews.find(token), brandOf(consent)]);
  const name = shown.find((one) => one === page);
  if (!settings || !name) return pageAnswer({ brand, language }, refusal({ language }, 'unknown'));
  if (name === 'mail') return mailPage(writeMail(settings, siteUrl, token).html);
  const site = { brand: { ...brand, name: senderOf(settings, siteUrl) }, language, texts: settings.pages };
  const lists = (await publicLists(consent.db, settings.public_lists)).map((list) => ({ ...list, chosen: true }));
  const { preferences } = urlsOf(siteUrl, token);
  return pageAnswer(site, asPreview(writePage(name, site, lists, preferences), language));
}

type Lists = Parameters<typeof pages.preferences>[2];

function writePage(name: Exclude<Shown, 'mail'>, site: Site, lists: Lists, preferences: string): Page {
  const toPreferences = lists.length > 0 ? preferences : undefined;
  if (name === 'preferences') return pages.preferences(site, reader, lists, false);
  if (name === 'unsubscribed') return pages.unsubscribed(site, reader, preferences);
  if (name === 'confirm') return pages.confirm(site, reader);
  return pages[name](site, reader, toPreferences);
}

const asPreview = ({ body, ...page }: Page, language: Language): Page => ({
  ...page,
  body: `${body}\n<hr>\n${paragraph(texts[language].preview)}`,
});
