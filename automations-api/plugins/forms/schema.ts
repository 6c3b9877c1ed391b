/** Parameters of forms. */
import Type, { type Static } from 'typebox';
import { forms as limits, longestLabel, longestUrl } from '../../../shared/limits-of-fields.ts';
import { pagingArgs } from '../../host/envelope.ts';
import { formColumns } from './core/definition.ts';
import { outcomes } from './core/tables.ts';

const optional = Type.Optional;
const line = (maxLength: number, description: string) => optional(Type.String({ maxLength, description }));
const fields = (description: string) =>
  optional(
    Type.Array(Type.Union([Type.String({ maxLength: 20 }), Type.Integer()]), { maxItems: limits.fields, description }),
  );
const ids = (description: string) =>
  optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: limits.terms, description }));

const texts = {
  title: line(limits.title, 'Heading of the page; default: the name.'),
  intro: line(limits.intro, 'Text above the fields.'),
  button: line(limits.button, "Text of the button; default: a text in the visitor's language."),
  thanks: line(limits.thanks, "Text after sending; default: a text in the visitor's language."),
};

const settings = {
  fields: fields(`email, ${formColumns.join(', ')} and ids of custom fields, in order. email is always included.`),
  required: fields('The fields that must be filled in; email always is.'),
  lists: ids('Lists that everyone is added to.'),
  offered_lists: ids('Lists that visitors can choose.'),
  tags: ids('Tags to add.'),
  double_opt_in: optional(
    Type.Boolean({
      description:
        'false: new contacts are subscribed without confirming their email address. Known contacts always confirm.',
    }),
  ),
  consent_text: line(limits.consent, 'Text with a checkbox that must be ticked. Each version of it is kept.'),
  ...texts,
  redirect_url: line(longestUrl, 'An http or https URL to open after sending, in place of the text.'),
  embeddable: optional(Type.Boolean({ description: 'Whether other sites can show it in a frame; default true.' })),
  active: optional(Type.Boolean({ description: 'Whether it accepts entries; default true.' })),
};

const name = Type.String({ maxLength: longestLabel, description: 'Name, shown to users.' });
const slug = (more: string) =>
  Type.String({ maxLength: 64, description: `Last part of the URL: a-z, 0-9 and hyphens.${more}` });

export const NewForm = Type.Object({ name, slug: optional(slug(' Default: from the name.')), ...settings });
export const FormChange = Type.Object({ name: optional(name), slug: optional(slug('')), ...settings });
export type FormChange = Static<typeof FormChange>;

export const SubmissionArgs = Type.Object({
  ...pagingArgs,
  outcome: optional(Type.Enum([...outcomes], { description: 'Only submissions with this outcome.' })),
});
