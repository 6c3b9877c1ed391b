/** A site's consent settings: texts, the lists that contacts can choose, and limits for confirmation emails. */
import Type, { type Static } from 'typebox';
import { consent as limits } from '../../../../shared/limits-of-fields.ts';
import { tagsIn } from '../../../../shared/mail/merge-tags.ts';
import type { PluginOptions } from '../../../host/options.ts';
import { fail, unprocessable } from '../core/errors.ts';
import { defaultTemplate } from './confirmation-mail.ts';

const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));

export const pageNames = ['confirm', 'confirmed', 'unsubscribe', 'unsubscribed', 'preferences'] as const;
export type PageName = (typeof pageNames)[number];

/** Builds an object with a value per page. */
export const eachPage = <T>(of: (name: PageName) => T) => ({
  confirm: of('confirm'),
  confirmed: of('confirmed'),
  unsubscribe: of('unsubscribe'),
  unsubscribed: of('unsubscribed'),
  preferences: of('preferences'),
});

export const SettingsArgs = Type.Object({
  sender: text(limits.sender, 'Sender name in pages and emails; default: the host of SITE_URL.'),
  public_lists: Type.Optional(
    Type.Array(Type.Integer(), { maxItems: 100, description: 'Lists that contacts can choose for themselves.' }),
  ),
  double_opt_in: Type.Optional(
    Type.Object(
      {
        enabled: Type.Optional(Type.Boolean({ description: 'Ask new unverified contacts to confirm.' })),
        subject: text(limits.subject, 'Subject of the confirmation email.'),
        text: text(limits.mail, 'Text of the confirmation email; must contain {{confirm_url}}.'),
      },
      {
        additionalProperties: false,
        description: 'The confirmation email. As long as it is the default, a contact gets it in its language.',
      },
    ),
  ),
  pages: Type.Optional(
    Type.Object(
      eachPage(() => text(limits.page, 'Text of the page.')),
      {
        additionalProperties: false,
        description: `Texts of the pages ${pageNames.join(', ')}; an empty one means the default text, in the visitor's language.`,
      },
    ),
  ),
  soft_bounces: Type.Optional(
    Type.Integer({
      minimum: limits.softBounces.least,
      maximum: limits.softBounces.most,
      description: 'Soft bounces after which a contact is soft_bounced.',
    }),
  ),
});
export type SettingsArgs = Static<typeof SettingsArgs>;

export type ConsentSettings = {
  sender: string;
  public_lists: number[];
  double_opt_in: { enabled: boolean; subject: string; text: string };
  pages: Record<PageName, string>;
  soft_bounces: number;
};

const defaults: ConsentSettings = {
  sender: '',
  public_lists: [],
  double_opt_in: {
    enabled: false,
    ...defaultTemplate,
  },
  pages: eachPage(() => ''),
  soft_bounces: 3,
};

const optionName = 'consent';

export async function readConsentSettings(options: PluginOptions): Promise<ConsentSettings> {
  return merge(defaults, await options.get<SettingsArgs>(optionName, {}));
}

/** Changes the given settings. @throws required_fields_missing or unprocessable_entity */
export async function changeConsentSettings(options: PluginOptions, args: SettingsArgs): Promise<ConsentSettings> {
  if (Object.keys(args).length === 0) throw fail('required_fields_missing', 'Give at least one setting to change.');
  return options.change<ConsentSettings>(optionName, defaults, (before) => withChanges(merge(defaults, before), args));
}

/** Returns the settings with these changes, without saving them. @throws unprocessable_entity */
export const draftConsentSettings = async (options: PluginOptions, args: SettingsArgs): Promise<ConsentSettings> =>
  withChanges(await readConsentSettings(options), args);

function withChanges(before: ConsentSettings, args: SettingsArgs): ConsentSettings {
  const settings = merge(before, args);
  checkMail(settings.double_opt_in);
  for (const name of pageNames) checkTags(`pages.${name}`, settings.pages[name], pageTags);
  return settings;
}

const merge = (settings: ConsentSettings, { double_opt_in, pages, ...given }: SettingsArgs): ConsentSettings => ({
  ...settings,
  ...given,
  double_opt_in: { ...settings.double_opt_in, ...double_opt_in },
  pages: { ...settings.pages, ...pages },
  public_lists: [...new Set(given.public_lists ?? settings.public_lists)],
});

const pageTags = ['sender'];
const mailTags = ['f_name', 'l_name', 'email', 'sender', 'confirm_url', 'unsubscribe_url', 'preferences_url'];

function checkMail({ subject, text }: ConsentSettings['double_opt_in']): void {
  if (subject.trim() === '' || /[\r\n]/.test(subject)) throw unprocessable('double_opt_in.subject must be one line');
  if (!tagsIn(text).includes('confirm_url')) throw unprocessable('double_opt_in.text must contain {{confirm_url}}');
  checkTags('double_opt_in.subject', subject, ['f_name', 'l_name', 'sender']);
  checkTags('double_opt_in.text', text, mailTags);
}

function checkTags(name: string, text: string, known: string[]): void {
  const unknown = tagsIn(text).filter((tag) => !known.includes(tag));
  if (unknown.length === 0) return;
  throw unprocessable(`${name} has unknown tag(s) ${unknown.join(', ')}; known are ${known.join(', ')}`);
}

/** Returns the sender name in consent emails and pages. */
export const senderOf = ({ sender }: ConsentSettings, siteUrl: string) => sender || new URL(siteUrl).hostname;
