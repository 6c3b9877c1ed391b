/** Settings of consent, previews and links as answers show them. */
import Type, { type Static } from 'typebox';
import { answerWith, closed } from '../../../host/envelope.ts';
import { count, named, text } from '../../../host/shapes.ts';
import { eachPage } from './settings.ts';

const url = text(
  'An address that holds an hour.',
  'https://example.com/wp-json/automations-consent/v1/preview?page=mail',
);
const subject = text('Subject of the mail that asks.', 'Please confirm your address');

export const ConsentSettings = named('ConsentSettings', {
  sender: text('Whose mails they are.', 'example.com'),
  public_lists: Type.Array(Type.Integer(), {
    description: 'Lists that contacts may choose for themselves.',
    examples: [[3]],
  }),
  double_opt_in: Type.Object(
    {
      enabled: Type.Boolean({ description: 'New unverified contacts are asked to confirm.', examples: [true] }),
      subject,
      text: text('Its text.', 'Please confirm: {{confirm_url}}'),
    },
    closed,
  ),
  pages: Type.Object(
    eachPage(() => text('The text of the page; an empty one is the product’s.', '')),
    closed,
  ),
  soft_bounces: count('Soft bounces after which a contact is soft_bounced.', 3),
  default_sender: text('The sender where none is set.', 'example.com'),
  from: text('The address that mails come from.', 'Example <mail@example.com>'),
  default_pages: Type.Object(
    eachPage(() => text('What the page says without a text.', 'Thank you.')),
    closed,
  ),
});
export type ConsentSettings = Static<typeof ConsentSettings>;
export const SettingsAnswer = answerWith({ consent: ConsentSettings });

export const ConsentPreview = named('ConsentPreview', {
  mail: Type.Object({ from: ConsentSettings.properties.from, subject, text: text('Its text.', 'Hello Ada') }, closed),
  pages: Type.Object({ ...eachPage(() => url), mail: url }, closed),
});
export type ConsentPreview = Static<typeof ConsentPreview>;
export const PreviewAnswer = answerWith({ preview: ConsentPreview });

const ownUrl = text(
  'An address of the contact alone.',
  'https://example.com/wp-json/automations-consent/v1/unsubscribe?token=u1',
);
export const LinksAnswer = answerWith({
  consent_links: named('ConsentLinks', {
    unsubscribe_url: ownUrl,
    preferences_url: ownUrl,
    headers: Type.Object(
      {
        'List-Unsubscribe': text('As RFC 2369 has it.', '<https://example.com/unsubscribe>'),
        'List-Unsubscribe-Post': text('As RFC 8058 has it.', 'List-Unsubscribe=One-Click'),
      },
      { ...closed, description: 'Headers of mails to the contact.' },
    ),
  }),
});

export const ConfirmationAnswer = answerWith({ confirmation: Type.Literal('queued') });

export const BouncesAnswer = answerWith({
  bounces: named('TakenBounces', {
    received: count('How many notices there were.'),
    applied: count('How many changed a contact.'),
    repeated: count('How many were taken in before.', 0),
    unknown: count('How many were of no contact.', 0),
    ignored: count('How many said nothing of an address.', 0),
    confirmed: Type.Optional(Type.Literal(true, { description: 'The subscription of Amazon SNS was confirmed.' })),
  }),
});
