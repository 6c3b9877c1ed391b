/** Parameters of templates. */
import Type, { type Static } from 'typebox';
import { letters, longestEmail, longestLabel } from '../../../../shared/limits-of-fields.ts';

const text = (maxLength: number, description: string) => Type.String({ maxLength, description });
const optional = (maxLength: number, description: string) => Type.Optional(text(maxLength, description));

const name = text(longestLabel, 'The name, which only users see.');
const subject = text(letters.line, 'The subject, with merge fields such as {{ first_name | "there" }}.');
const rest = {
  preheader: optional(letters.line, 'The text that mail programs show beside the subject.'),
  format: Type.Optional(Type.Enum(['markdown', 'html'], { description: 'The format of body; default markdown.' })),
  body: optional(letters.body, 'The content as Markdown or HTML, with merge fields. The layout is added.'),
  html: optional(letters.body, 'The same as body with the format html.'),
  text: optional(letters.body, 'The text part; by default derived from the body.'),
  from_name: optional(letters.fromName, 'Sender name; default: the name in the consent settings.'),
  from_email: optional(
    longestEmail,
    'Sender email address at the domain of MAIL_FROM; default: the address in MAIL_FROM.',
  ),
  reply_to: optional(longestEmail, 'Email address for replies.'),
};

export const NewTemplate = Type.Object({ name, subject, ...rest });
export const TemplateChange = Type.Object({ name: Type.Optional(name), subject: Type.Optional(subject), ...rest });
export type TemplateChange = Static<typeof TemplateChange>;

const contact = {
  ID: Type.Optional(Type.Integer({ minimum: 1, description: 'The contact; default: an example.' })),
};
export const PreviewArgs = Type.Object(contact);
export const DraftArgs = Type.Object({
  name: Type.Optional(name),
  subject: Type.Optional(subject),
  ...rest,
  ...contact,
});
export const TestArgs = Type.Object({
  email: Type.String({ maxLength: longestEmail, description: 'The email address of the recipient.' }),
  ...contact,
});
