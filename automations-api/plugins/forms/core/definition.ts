/** A form's definition: the settings that are stored as JSON, and what its pages show. */
import Type, { type Static } from 'typebox';
import { forms as limits, longestUrl } from '../../../../shared/limits-of-fields.ts';

/** The contacts' columns that forms can show; `email` is always shown. */
export const formColumns = ['f_name', 'l_name', 'contact_no', 'country', 'state'] as const;

const fields = (description: string, example: FieldKey[]) =>
  Type.Array(Type.Union([Type.String({ maxLength: 20 }), Type.Integer()]), {
    maxItems: limits.fields,
    description,
    examples: [example],
  });
const ids = (description: string, example: number[]) =>
  Type.Array(Type.Integer({ minimum: 1 }), { maxItems: limits.terms, description, examples: [example] });
const flag = (description: string) => Type.Boolean({ description, examples: [true] });
const line = (maxLength: number, description: string) => Type.String({ maxLength, description, examples: [''] });

export const Definition = Type.Object({
  fields: fields(`email, ${formColumns.join(', ')} and ids of custom fields, in order. email is always included.`, [
    'email',
    'f_name',
    1,
  ]),
  required: fields('The fields that must be filled in; email always is.', ['email']),
  lists: ids('Lists that everyone is added to.', [2]),
  offered_lists: ids('Lists that visitors can choose.', []),
  tags: ids('Tags to add.', [1]),
  double_opt_in: flag('false: new contacts need not confirm their email address. Known contacts always confirm.'),
  title: line(limits.title, 'Heading of the page; empty for the name.'),
  intro: line(limits.intro, 'Text above the fields.'),
  button: line(limits.button, "Text of the button; empty for a text in the visitor's language."),
  thanks: line(limits.thanks, "Text after sending; empty for a text in the visitor's language."),
  redirect_url: line(longestUrl, 'An http or https URL to open after sending, in place of the text.'),
  embeddable: flag('Whether other sites can show it in a frame.'),
});
export type Definition = Static<typeof Definition>;

/** A contact's column, or the id of a custom field. */
export type FieldKey = string | number;

/**
 * The settings that a form's page shows, saved or unsaved. `consentId` is the version of the consent text; 0 if
 * unsaved.
 */
export type FormSettings = { definition: Definition; name: string; consentText: string; consentId: number };

export const defaults: Definition = {
  fields: ['email'],
  required: ['email'],
  lists: [],
  offered_lists: [],
  tags: [],
  double_opt_in: true,
  title: '',
  intro: '',
  button: '',
  thanks: '',
  redirect_url: '',
  embeddable: true,
};

export const definitionOf = (form: { definition: string }) => JSON.parse(form.definition) as Definition;

export const formUrl = (siteUrl: string, slug: string) => `${siteUrl}/forms/${slug}`;
