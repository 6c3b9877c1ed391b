/** The settings of consent that are forms alone. Those with a preview of what they say have a form of their own in the browser. */
import { consent as limits } from '../../../../shared/limits-of-fields.ts';
import type { FormMember, SettingsCard } from '../../../host/extensions.ts';
import { changeConsent } from './change-consent.ts';
import type { Consent } from './consent.ts';
import { publicLists } from './public-lists.ts';
import { type ConsentSettings, readConsentSettings } from './settings.ts';

const trimmed = (values: { [member: string]: unknown }) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );

export function consentCards(consent: Consent): SettingsCard[] {
  const { db, config, options, siteUrl } = consent;
  const card = (
    name: string,
    title: string,
    properties: { [member: string]: FormMember },
    {
      valuesOf,
      required = [],
    }: {
      valuesOf: (settings: ConsentSettings) => { [member: string]: unknown } | Promise<{ [member: string]: unknown }>;
      required?: string[];
    },
  ): SettingsCard => ({
    name: `consent-${name}`,
    screen: 'consent',
    title,
    form: { properties, required },
    read: async () => valuesOf(await readConsentSettings(options)),
    save: (values, by) => changeConsent(consent, trimmed(values), by),
    isNoted: true,
  });
  return [
    card(
      'sender',
      'Sender',
      {
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
      { valuesOf: ({ sender }) => ({ sender, from: config.mailFrom }) },
    ),
    card(
      'lists',
      'Lists that contacts can choose',
      {
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
      {
        valuesOf: async ({ public_lists: ids }) => ({ public_lists: (await publicLists(db, ids)).map(({ id }) => id) }),
      },
    ),
    card(
      'bounces',
      'Bounces',
      {
        soft_bounces: {
          type: 'integer',
          title: 'Soft bounces until a contact is soft bounced',
          minimum: limits.softBounces.least,
          maximum: limits.softBounces.most,
        },
      },
      { valuesOf: ({ soft_bounces }) => ({ soft_bounces }), required: ['soft_bounces'] },
    ),
  ];
}
