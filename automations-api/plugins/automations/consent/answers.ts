/** Answer schemas of consent: settings, previews, links and bounces. */
import Type, { type Static } from 'typebox';
import { answerWith, closed } from '../../../host/envelope.ts';
import { count, named, text } from '../../../host/shapes.ts';
import { eachPage } from './settings.ts';

const url = text('A URL valid for an hour.', 'https://example.com/wp-json/automations-consent/v1/preview?page=mail');
const subject = text('Subject of the confirmation email.', 'Please confirm your email');

export const ConsentSettings = named('ConsentSettings', {
  sender: text('Sender name.', 'example.com'),
  public_lists: Type.Array(Type.Integer(), {
    description: 'Lists that contacts can choose for themselves.',
    examples: [[3]],
  }),
  double_opt_in: Type.Object(
    {
      enabled: Type.Boolean({ description: 'Ask new unverified contacts to confirm.', examples: [true] }),
      subject,
      text: text('Its text.', 'Please confirm: {{confirm_url}}'),
    },
    closed,
  ),
  pages: Type.Object(
    eachPage(() => text('Text of the page; empty means the default text.', '')),
    closed,
  ),
  soft_bounces: count('Soft bounces after which a contact is soft_bounced.', 3),
  default_sender: text('Default sender name.', 'example.com'),
  from: text('Sender address of emails.', 'Example <mail@example.com>'),
  default_pages: Type.Object(
    eachPage(() => text('Default text of the page.', 'Thank you.')),
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
  'A URL for this contact only.',
  'https://example.com/wp-json/automations-consent/v1/unsubscribe?token=u1',
);
export const LinksAnswer = answerWith({
  consent_links: named('ConsentLinks', {
    unsubscribe_url: ownUrl,
    preferences_url: ownUrl,
    headers: Type.Object(
      {
        'List-Unsubscribe': text('Header of RFC 2369.', '<https://example.com/unsubscribe>'),
        'List-Unsubscribe-Post': text('Header of RFC 8058.', 'List-Unsubscribe=One-Click'),
      },
      { ...closed, description: 'Headers for emails to the contact.' },
    ),
  }),
});

export const ConfirmationAnswer = answerWith({ confirmation: Type.Literal('queued') });

export const BouncesAnswer = answerWith({
  bounces: named('TakenBounces', {
    received: count('Number of notices.'),
    applied: count('Notices that changed a contact.'),
    repeated: count('Notices received before.', 0),
    unknown: count('Notices about unknown contacts.', 0),
    ignored: count('Notices without an email address.', 0),
    confirmed: Type.Optional(Type.Literal(true, { description: 'The subscription of Amazon SNS was confirmed.' })),
  }),
});
