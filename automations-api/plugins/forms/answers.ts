/** Answers of forms and submissions. */
import Type, { type Static } from 'typebox';
import { escapeHtml } from '../../../shared/pages/html.ts';
import { answerWith, closed } from '../../host/envelope.ts';
import { count, id, members, named, sqlDate, text, textOrNull, time, timeOrNull } from '../../host/shapes.ts';
import { definitionOf, formUrl } from './core/definition.ts';
import type { FormWithConsent } from './core/queries.ts';
import { outcomes } from './core/tables.ts';

const ids = (description: string, examples: number[]) =>
  Type.Array(Type.Integer(), { description, examples: [examples] });
const fields = (description: string, examples: (string | number)[]) =>
  Type.Array(Type.Union([Type.String(), Type.Integer()]), { description, examples: [examples] });
const flag = (description: string, example = true) => Type.Boolean({ description, examples: [example] });

export const Form = named('SignUpForm', {
  ID: id(),
  name: text('Name, shown to users.', 'Newsletter'),
  slug: text('Last part of the URL.', 'newsletter'),
  url: text('URL of the page.', 'https://contacts.example.com/forms/newsletter'),
  embed: text(
    'HTML that shows the form on another page.',
    '<script src="https://contacts.example.com/forms/newsletter/embed.js" async></script>',
  ),
  iframe: text(
    'HTML that does this without a script, at a fixed height.',
    '<iframe src="https://contacts.example.com/forms/newsletter?embedded=1" title="Newsletter"></iframe>',
  ),
  active: flag('Whether it accepts entries.'),
  fields: fields('email, columns and ids of custom fields, in order.', ['email', 'f_name', 1]),
  required: fields('Fields that must be filled in.', ['email']),
  lists: ids('Lists that everyone is added to.', [2]),
  offered_lists: ids('Lists that visitors can choose.', []),
  tags: ids('Tags to add.', [1]),
  double_opt_in: flag('Whether new contacts must confirm their email address.'),
  consent_text: text('Text with a checkbox; empty for none.', 'I agree to receive emails.'),
  consent_hash: textOrNull('SHA-256 of the consent text, as in submissions.', '9f86d081884c7d65'),
  title: text('Heading of the page; empty for the name.', 'Stay informed'),
  intro: text('Text above the fields.', ''),
  button: text('Text of the button; empty for the default.', ''),
  thanks: text('Text after sending; empty for the default.', ''),
  redirect_url: text('URL to open after sending; empty for none.', ''),
  embeddable: flag('Whether other sites can show it in a frame.'),
  posts: count('Accepted submissions.', 12),
  confirmed: count('Submissions that were confirmed, or needed no confirmation.', 9),
  created_at: time('Creation time.'),
  updated_at: timeOrNull('Time of the last change.'),
});
export type Form = Static<typeof Form>;

/** Converts a form to its answer. */
export function toForm(siteUrl: string, form: FormWithConsent): Form {
  const { id, name, slug, active, consent_text, consent_hash, posts, confirmed, created_at, updated_at } = form;
  const url = formUrl(siteUrl, slug);
  return {
    ID: id,
    ...{ name, slug, url, active },
    embed: `<script src="${url}/embed.js" async></script>`,
    iframe: `<iframe src="${url}?embedded=1" title="${escapeHtml(name)}" style="width:100%;height:640px;border:0"></iframe>`,
    ...definitionOf(form),
    consent_text: consent_text ?? '',
    consent_hash: consent_hash?.toString('hex') ?? null,
    ...{ posts, confirmed },
    created_at: sqlDate(created_at),
    updated_at: updated_at && sqlDate(updated_at),
  };
}

export const Submission = named('Submission', {
  ID: id(),
  contact_id: count('The contact; 0 if there is none yet.'),
  email: text('The email address.', 'ada@example.com'),
  outcome: Type.Enum([...outcomes], {
    description:
      'new: not handled yet; waiting: for the confirmation; confirmed; added: without confirmation; limited: too many emails to this address; refused: the address bounced or complained.',
    examples: ['confirmed'],
  }),
  values: members('The values, tags and lists.', { f_name: 'Ada', lists: [2] }),
  consent_text: textOrNull('The accepted consent text.', 'I agree to receive emails.'),
  consent_hash: textOrNull('Its SHA-256.', '9f86d081884c7d65'),
  language: text("The page's language.", 'en'),
  created_at: time('Time of the submission.'),
  confirmed_at: timeOrNull('Time of the confirmation.'),
});
export type Submission = Static<typeof Submission>;

export const FormAnswer = answerWith({ form: Form });
export const FormsAnswer = answerWith({ forms: Type.Array(Form) });
export const PreviewAnswer = answerWith({
  preview: named('FormPreview', {
    url: text('URL of the page, for a frame of the same origin.', 'https://contacts.example.com/forms/preview/4fzz…'),
  }),
});
export const DeletedAnswer = answerWith({
  form: Type.Object({ ID: id(), name: text('Its name.', 'Newsletter') }, closed),
});
export const SubmissionsAnswer = answerWith({ submissions: Type.Array(Submission) });
