/** Routes of the public pages behind emailed URLs. A GET only shows a page; a POST performs the button's action. */
import Type, { type Static } from 'typebox';
import { outageOf } from '../../../../shared/http/outage.ts';
import { nameBeforeEnding } from '../../../../shared/net/trailing-marks.ts';
import { languageOf } from '../../../../shared/pages/language.ts';
import { type RestAnswer, type RestRoute, route } from '../../../host/core/route.ts';
import { findContactById } from '../contacts/core/queries.ts';
import { hasOptedOut, Status } from '../contacts/core/statuses.ts';
import { listMerged } from '../merges/core/queries.ts';
import { listTermsOfContacts } from '../terms/core/membership-queries.ts';
import type { Term } from '../terms/core/queries.ts';
import { brandOf, type Consent } from './consent.ts';
import { consentLinks } from './links.ts';
import { chooseLists, confirm, type Owner, resubscribe, unsubscribe } from './own-changes.ts';
import { type Page, pageAnswer, pages, refusal, type Site } from './pages.ts';
import { publicLists } from './public-lists.ts';
import { readConsentSettings } from './settings.ts';
import type { ConsentPurpose } from './tokens.ts';

const PageArgs = Type.Object({
  token: Type.Optional(Type.String({ maxLength: 100, description: 'Token from the emailed URL.' })),
  choice: Type.Optional(Type.String({ maxLength: 20, description: 'The button: save, unsubscribe or resubscribe.' })),
  lists: Type.Optional(Type.Array(Type.Integer(), { maxItems: 100, description: 'The chosen lists.' })),
});
type Params = Static<typeof PageArgs>;

/** A contact's visit to a page. `lists` are the lists that contacts can choose. */
type Visit = Owner & { site: Site; lists: Term[]; preferencesUrl: string };
type PageOf = (consent: Consent, visit: Visit, params: Params) => Page | Promise<Page>;
type PageHandler = { purpose: ConsentPurpose; description: string; show: PageOf; act: PageOf };

export const consentPageRoutes = (consent: Consent): RestRoute[] =>
  pageHandlers.flatMap((one) => [
    toRoute(consent, 'GET', one, one.show),
    toRoute(consent, 'POST', one, async (...args) => one.act(...args)),
  ]);

const pageHandlers: PageHandler[] = [
  {
    purpose: 'unsubscribe',
    description: 'A page to unsubscribe; a POST unsubscribes, including the one-click POST of RFC 8058.',
    show: (_, { contact, site, lists, preferencesUrl }) =>
      hasOptedOut(contact.status)
        ? pages.unsubscribed(site, contact, preferencesUrl)
        : pages.unsubscribe(site, contact, lists.length > 0 ? preferencesUrl : undefined),
    async act(consent, visit) {
      await unsubscribe(consent, visit);
      return pages.unsubscribed(visit.site, visit.contact, visit.preferencesUrl);
    },
  },
  {
    purpose: 'confirm',
    description: 'A page to confirm an email address; a POST confirms it.',
    show: (_, visit) => confirmPage(visit, pages.confirm(visit.site, visit.contact)),
    async act(consent, visit) {
      const status = await confirm(consent, visit);
      return confirmPage({ ...visit, contact: { ...visit.contact, status } }, refusal(visit.site, 'settled'));
    },
  },
  {
    purpose: 'preferences',
    description: 'A page to choose lists, to unsubscribe from all and to subscribe again; a POST saves the choice.',
    show: (consent, visit) => preferencesPage(consent, visit, false),
    async act(consent, visit, { choice, lists: chosen = [] }) {
      const offered = visit.lists.map(({ id }) => id);
      if (choice === 'save') await chooseLists(consent, visit, offered, chosen);
      else if (choice === 'unsubscribe') await unsubscribe(consent, visit);
      else if (choice === 'resubscribe') await resubscribe(consent, visit, offered, chosen);
      const contact = (await findContactById(consent.db, visit.contact.id)) ?? visit.contact;
      return preferencesPage(consent, { ...visit, contact }, choice === 'save' || choice === 'resubscribe');
    },
  },
];

function confirmPage({ contact, site, lists, preferencesUrl }: Visit, unverified: Page): Page {
  if (contact.status === Status.unverified) return unverified;
  if (contact.status !== Status.subscribed) return refusal(site, 'settled');
  return pages.confirmed(site, contact, lists.length > 0 ? preferencesUrl : undefined);
}

async function preferencesPage({ db }: Consent, { contact, site, lists }: Visit, saved: boolean): Promise<Page> {
  const own = (await listTermsOfContacts(db, [contact.id])).get(contact.id) ?? [];
  const choices = lists.map((list) => ({ ...list, chosen: own.some(({ id }) => id === list.id) }));
  return pages.preferences(site, contact, choices, saved);
}

const toRoute = (consent: Consent, method: 'GET' | 'POST', { purpose, description }: PageHandler, pageOf: PageOf) =>
  route({
    methods: [method],
    path: `/${purpose}`,
    description,
    args: PageArgs,
    produces: ['text/html'],
    async callback({ params, query, headers }): Promise<RestAnswer> {
      // Requests that override the method are refused, so that following a link never changes anything.
      const isOverridden = query._method !== undefined || headers['x-http-method-override'] !== undefined;
      const settings = await readConsentSettings(consent.options).catch(() => undefined);
      const language = languageOf(headers['accept-language'] ?? '');
      const generic = { brand: await brandOf(consent), language };
      try {
        const visit = settings && !isOverridden && (await findVisit(consent, purpose, params.token ?? ''));
        if (!visit) return pageAnswer(generic, refusal(generic, settings ? 'unknown' : 'unavailable'));
        if (visit === 'expired') return pageAnswer(generic, refusal(generic, 'expired'));
        const lists = await publicLists(consent.db, settings.public_lists);
        const { preferences_url: preferencesUrl } = consentLinks(consent, visit.contact, visit.mailId);
        const site = { ...generic, texts: settings.pages };
        return pageAnswer(site, await pageOf(consent, { ...visit, site, lists, preferencesUrl }, params));
      } catch (error) {
        if (!outageOf(error)) throw error;
        return pageAnswer(generic, refusal(generic, 'unavailable'));
      }
    },
  });

/** Finds the contact and the email of a token, if the token is valid. */
async function findVisit({ db, tokens }: Consent, purpose: ConsentPurpose, token: string) {
  const read = tokens.read(purpose, nameBeforeEnding(token) ?? token);
  const bearer = read && (await findBearer(db, read.contactId));
  if (!read || !bearer || !read.isOf({ ...bearer.contact, ...bearer.signed })) return undefined;
  return read.isExpired ? 'expired' : { contact: bearer.contact, mailId: read.mailId };
}

/**
 * Finds a contact and the values that its token is signed with. A merged contact's token is valid for the kept
 * contact.
 */
async function findBearer(db: Consent['db'], id: number) {
  const contact = await findContactById(db, id);
  if (contact) return { contact, signed: {} };
  const [merged] = await listMerged(db, [id]);
  const into = merged && (await findContactById(db, merged.into_id));
  return into && { contact: into, signed: { id, uid: merged.uid } };
}
