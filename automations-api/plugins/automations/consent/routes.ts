/** Routes for the consent settings, a contact's URLs, and confirmation emails. */
import Type from 'typebox';
import { inTransaction } from '../../../../shared/db/db.ts';
import { fill } from '../../../../shared/pages/texts.ts';
import { notForViewers, siteOnly } from '../../../host/core/permission.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { success } from '../../../host/envelope.ts';
import { findContactById } from '../contacts/core/queries.ts';
import { lockContact } from '../contacts/lock-contacts.ts';
import { confirmationsOff, contactNotFound, unprocessable } from '../core/errors.ts';
import { ConfirmationAnswer, LinksAnswer, SettingsAnswer } from './answers.ts';
import { changeConsent } from './change-consent.ts';
import type { Consent } from './consent.ts';
import { consentLinks, unsubscribeHeaders } from './links.ts';
import { publicLists } from './public-lists.ts';
import { type ConsentSettings, eachPage, readConsentSettings, SettingsArgs, senderOf } from './settings.ts';
import { texts } from './text/texts.ts';

export const consentRoutes = (consent: Consent): RestRoute[] => [
  settingsRoute(consent),
  changeSettingsRoute(consent),
  linksRoute(consent),
  sendConfirmationRoute(consent),
];

/** Shows the settings, without deleted lists. `from` is the operator's setting. */
const show = async ({ db, siteUrl, config }: Consent, settings: ConsentSettings) => ({
  ...settings,
  public_lists: (await publicLists(db, settings.public_lists)).map(({ id }) => id),
  sender: senderOf(settings, siteUrl),
  default_sender: new URL(siteUrl).hostname,
  from: config.mailFrom,
  default_pages: eachPage((name) => fill(texts.en[name], { sender: '{{sender}}', address: 'a…@example.com' })),
});

const settingsRoute = (consent: Consent) =>
  route({
    methods: ['GET'],
    path: '/consent/settings',
    description: 'The consent settings of the site.',
    answer: SettingsAnswer,
    async callback() {
      return success({ consent: await show(consent, await readConsentSettings(consent.options)) });
    },
  });

const changeSettingsRoute = (consent: Consent) =>
  route({
    methods: ['POST'],
    path: '/consent/settings',
    description: 'Changes the given consent settings. Users must be administrators.',
    permission: siteOnly,
    args: SettingsArgs,
    example: { sender: 'Example', public_lists: [3] },
    answer: SettingsAnswer,
    callback: async ({ params, caller }) =>
      success({ consent: await show(consent, await changeConsent(consent, params, caller)) }),
  });

const linksRoute = (consent: Consent) =>
  route({
    methods: ['GET'],
    path: '/contact/{contact_id}/consent-links',
    description: "A contact's own URLs, to unsubscribe and to choose lists, and the headers for emails to it.",
    permission: notForViewers,
    answer: LinksAnswer,
    async callback({ path }) {
      const contact = await findContactById(consent.db, path.contact_id);
      if (!contact) throw contactNotFound();
      const links = consentLinks(consent, contact);
      return success({ consent_links: { ...links, headers: unsubscribeHeaders(links.unsubscribe_url) } });
    },
  });

const refusals = {
  limited: 'This contact was asked to confirm less than 10 minutes ago, or three times today.',
  not_unverified: 'Only an unverified contact can be asked to confirm.',
} as const;

const sendConfirmationRoute = ({ db, confirmations }: Consent) =>
  route({
    methods: ['POST'],
    path: '/contact/{contact_id}/send-confirmation',
    description: 'Emails an unverified contact a request to confirm its address.',
    args: Type.Object({}),
    answer: ConfirmationAnswer,
    async callback({ path }) {
      const { enabled, request } = await confirmations.prepare();
      if (!enabled) throw confirmationsOff();
      const outcome = await inTransaction(db, async (trx) => {
        const { row } = await lockContact(trx, path.contact_id);
        return request(trx, row, new Date());
      });
      if (outcome !== 'queued') throw unprocessable(refusals[outcome]);
      return success({ confirmation: outcome });
    },
  });
