/** The parameters by which a contact is made or changed. */
import Type, { type Static } from 'typebox';
import { givenColumns } from '../core/contact-columns.ts';

const mostTerms = 500;
export const idList = (description: string) => Type.Array(Type.Integer(), { maxItems: mostTerms, description });

const { email, f_name, l_name, contact_no, status, ...others } = givenColumns;
const attributes = {
  ...{ f_name, l_name, contact_no, status, ...others },
  tags: Type.Optional(idList('Tag ids.')),
  lists: Type.Optional(idList('List ids.')),
  tag_names: Type.Optional(Type.Unknown({ description: 'Tags by name; replaces tags.' })),
  list_names: Type.Optional(Type.Unknown({ description: 'Lists by name; replaces lists.' })),
  after_erasure: Type.Optional(
    Type.Boolean({ description: 'Adds an address although it was erased, because its owner asked for it.' }),
  ),
  fields: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, maxProperties: 500, description: 'Values by field id, slug, or field: and slug.' },
    ),
  ),
};

const yes = (description: string) => Type.Optional(Type.Boolean({ description }));

/** Attributes of new contacts, alone and in a batch. */
const newAttributes = {
  email,
  ...attributes,
  send_confirmation: yes("Emails an unverified contact a request to confirm its address; default: the site's setting."),
};
export const NewContact = Type.Object(newAttributes);
export type NewContact = Static<typeof NewContact>;

/** The parameters of an address alone. */
export const AddressChange = Type.Object({ email, after_erasure: attributes.after_erasure });

const batchItemOptions = {
  resubscribe: yes('Also sets the status of contacts that unsubscribed or complained.'),
  send_confirmation: yes('Emails unverified contacts a request to confirm their addresses.'),
};
export const BatchItem = Type.Object({ ...newAttributes, ...batchItemOptions });
export type BatchItem = Static<typeof BatchItem>;

const mostInBatch = 500;
export const Batch = Type.Object({
  contacts: Type.Array(Type.Unknown(), {
    maxItems: mostInBatch,
    description: 'Contacts in the form of contact/add, or lines of an export.',
  }),
  create_missing: yes('Creates missing tags and lists of tag_names and list_names.'),
  ...batchItemOptions,
});
/** Options of a whole batch; they apply to items that do not set their own. */
export type BatchOptions = Partial<Omit<Static<typeof Batch>, 'contacts'>>;

export const ContactChange = Type.Object({ email: Type.Optional(email), ...attributes });
export type ContactChange = Static<typeof ContactChange>;
