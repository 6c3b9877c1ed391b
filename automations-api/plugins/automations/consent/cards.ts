/** Consent settings that are plain forms. Those with a preview have their own form in the browser. */
import { consent as limits } from '../../../../shared/limits-of-fields.ts';
import type { FormMember, SettingsCard } from '../../../host/extensions.ts';
import { changeConsent } from './change-consent.ts';
import type { Consent } from './consent.ts';
import { publicLists } from './public-lists.ts';
import { type ConsentSettings, readConsentSettings } from './settings.ts';

const trimmed = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

type Values = { [member: string]: unknown };
type CardForm = {
  name: string;
  title: string;
  properties: { [member: string]: FormMember };
  required?: string[];
  valuesOf: (settings: ConsentSettings) => Values | Promise<Values>;
};

export const consentCards = (consent: Consent): SettingsCard[] =>
  [senderForm(consent), listsForm(consent), bouncesForm].map((form) => toCard(consent, form));

const toCard = (consent: Consent, { name, title, properties, required = [], valuesOf }: CardForm): SettingsCard => ({
  name: `consent-${name}`,
  screen: 'consent',
  title,
  form: { properties, required },
  read: async () => valuesOf(await readConsentSettings(consent.options)),
  save: (values, by) => changeConsent(consent, trimmed(values), by),
  isNoted: true,
});

const senderForm = ({ config, siteUrl }: Consent): CardForm => ({
  name: 'sender',
  title: 'Sender',
  properties: {
    sender: {
      type: 'string',
      title: 'Sender name',
      description: 'Shown in emails and on pages.',
      placeholder: new URL(siteUrl).hostname,
      maxLength: limits.sender,
    },
    from: {
      type: 'string',
      title: 'Sender address',
      description: 'MAIL_FROM on the server.',
      readOnly: true,
    },
  },
  valuesOf: ({ sender }) => ({ sender, from: config.mailFrom }),
});

const listsForm = ({ db }: Consent): CardForm => ({
  name: 'lists',
  title: 'Lists that contacts can choose',
  properties: {
    public_lists: {
      type: 'array',
      items: { type: 'integer' },
      maxItems: 100,
      control: 'lists',
      isClosed: true,
      title: 'Public lists',
      description: 'Shown to contacts with their names, in this order.',
    },
  },
  valuesOf: async ({ public_lists: ids }) => ({ public_lists: (await publicLists(db, ids)).map(({ id }) => id) }),
});

const bouncesForm: CardForm = {
  name: 'bounces',
  title: 'Bounces',
  properties: {
    soft_bounces: {
      type: 'integer',
      title: 'Soft bounces until a contact is soft bounced',
      minimum: limits.softBounces.least,
      maximum: limits.softBounces.most,
    },
  },
  required: ['soft_bounces'],
  valuesOf: ({ soft_bounces }) => ({ soft_bounces }),
};
