/** Parameters and answers of forms and submissions. */
import Type, { type Static } from 'typebox';
import { forms as limits, longestLabel } from '../../../shared/limits-of-fields.ts';
import { answerWith, closed, pagingArgs } from '../../host/envelope.ts';
import { count, id, members, named, text, textOrNull, time, timeOrNull } from '../../host/shapes.ts';
import { Definition } from './core/definition.ts';
import { outcomes } from './core/tables.ts';

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const settings = {
  name: Type.String({ maxLength: longestLabel, description: 'Name, shown to users.', examples: ['Newsletter'] }),
  slug: Type.String({
    maxLength: 64,
    description: 'Last part of the URL: a-z, 0-9 and hyphens. Default: from the name.',
    examples: ['newsletter'],
  }),
  active: Type.Boolean({ description: 'Whether it accepts entries; default true.', examples: [true] }),
  ...Definition.properties,
  consent_text: Type.String({
    maxLength: limits.consent,
    description: 'Text with a checkbox that must be ticked; empty for none. Each version of it is kept.',
    examples: ['I agree to receive emails.'],
  }),
};

export const FormChange = Type.Partial(Type.Object(settings));
export type FormChange = Static<typeof FormChange>;
export const NewForm = Type.Object({ ...FormChange.properties, name: settings.name });

export const SubmissionArgs = Type.Object({
  ...pagingArgs,
  outcome: Type.Optional(Type.Enum([...outcomes], { description: 'Only submissions with this outcome.' })),
});

const siteUrl = 'https://contacts.example.com/forms';

export const Form = named('SignUpForm', {
  ID: id(),
  ...settings,
  url: text('URL of the page.', `${siteUrl}/newsletter`),
  embed: text(
    'HTML that shows the form on another page. Without its script, the height is fixed.',
    `<iframe src="${siteUrl}/newsletter?embedded=1"></iframe><script src="${siteUrl}/embed.js" async></script>`,
  ),
  consent_hash: textOrNull('SHA-256 of the consent text, as in submissions.', sha256),
  posts: count('Accepted submissions.', 12),
  confirmed: count('Submissions that were confirmed, or needed no confirmation.', 9),
  created_at: time('Creation time.'),
  updated_at: timeOrNull('Time of the last change.'),
});
export type Form = Static<typeof Form>;

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
  consent_hash: textOrNull('Its SHA-256.', sha256),
  language: text("The page's language.", 'en'),
  created_at: time('Time of the submission.'),
  confirmed_at: timeOrNull('Time of the confirmation.'),
});
export type Submission = Static<typeof Submission>;

export const FormAnswer = answerWith({ form: Form });
export const FormsAnswer = answerWith({ forms: Type.Array(Form) });
export const PreviewAnswer = answerWith({
  preview: named('FormPreview', {
    url: text('URL of the page, for a frame of the same origin.', `${siteUrl}/preview/…`),
  }),
});
export const DeletedAnswer = answerWith({
  form: Type.Object({ ID: id(), name: text('Its name.', 'Newsletter') }, closed),
});
export const SubmissionsAnswer = answerWith({ submissions: Type.Array(Submission) });
