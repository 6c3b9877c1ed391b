/** Parameters for creating and changing contacts. */
import Type, { type Static } from 'typebox';
import { givenColumns } from '../core/contact-columns.ts';

const mostTerms = 500;
export const idList = (description: string) => Type.Array(Type.Integer(), { maxItems: mostTerms, description });

const yes = (description: string) => Type.Optional(Type.Boolean({ description }));

export const stopAutomation = yes('No rule starts from this change.');

/** Options for changing an existing contact. */
const writingOptions = {
  replace_tags: yes('The given tags replace all tags of the contact.'),
  replace_lists: yes('The given lists replace all lists of the contact.'),
  blank_values_update: yes('Empty texts clear values; without it they leave values unchanged. null always clears.'),
  stop_automation: stopAutomation,
  strict: yes('Refuses anything that would be ignored: unknown tags, lists and fields, and values that do not fit.'),
};

const { email, f_name, l_name, contact_no, status, ...others } = givenColumns;
const attributes = {
  ...{ f_name, l_name, contact_no, status, ...others },
  tags: Type.Optional(idList('Tag ids to add.')),
  lists: Type.Optional(idList('List ids to add.')),
  tag_names: Type.Optional(Type.Unknown({ description: 'Tags to add, by name; used in place of tags.' })),
  list_names: Type.Optional(Type.Unknown({ description: 'Lists to add, by name; used in place of lists.' })),
  ...writingOptions,
  after_erasure: Type.Optional(
    Type.Boolean({ description: "Adds an erased email address again, at its owner's request." }),
  ),
  fields: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, maxProperties: 500, description: 'Values by field id, slug, or field: and slug.' },
    ),
  ),
};

/** Attributes of new contacts. */
const newAttributes = {
  email,
  ...attributes,
  send_confirmation: yes(
    "Emails an unverified contact a request to confirm its email address; default: the site's setting.",
  ),
};
export const NewContact = Type.Object(newAttributes);
export type NewContact = Static<typeof NewContact>;

/** Parameters for changing only the email address. */
export const AddressChange = Type.Object({ email, after_erasure: attributes.after_erasure });

const batchItemOptions = {
  ...writingOptions,
  resubscribe: yes('Also sets the status of contacts that unsubscribed or complained.'),
  send_confirmation: yes('Emails unverified contacts a request to confirm their email addresses.'),
};
export const BatchItem = Type.Object({ ...newAttributes, ...batchItemOptions });
export type BatchItem = Static<typeof BatchItem>;

const mostInBatch = 500;
const onTakenValues = ['change', 'fill', 'skip'] as const;
export type OnTaken = (typeof onTakenValues)[number];
export const Batch = Type.Object({
  contacts: Type.Array(Type.Unknown(), {
    maxItems: mostInBatch,
    description: 'Contacts in the form of contact/add, or lines of an export.',
  }),
  create_missing: yes('Creates missing tags and lists of tag_names and list_names.'),
  on_taken: Type.Optional(
    Type.Enum([...onTakenValues], {
      description:
        'Contacts that exist: change writes the given values, fill only values that are empty, skip none. The default is change. change and fill add tags and lists.',
    }),
  ),
  ...batchItemOptions,
});
/** Options of a batch. Items can override them. */
export type BatchOptions = Partial<Omit<Static<typeof Batch>, 'contacts'>>;

export const ContactChange = Type.Object({ email: Type.Optional(email), ...attributes });
export type ContactChange = Static<typeof ContactChange>;
