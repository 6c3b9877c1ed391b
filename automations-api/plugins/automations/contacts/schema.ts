/** The parameters by which a contact is made or changed. */
import Type, { type Static } from 'typebox';

const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));
const mostTerms = 500;
export const idList = (description: string) => Type.Array(Type.Integer(), { maxItems: mostTerms, description });

export const email = Type.String({ maxLength: 1_000, description: 'The email address.' });
const attributes = {
  f_name: text(100, 'First name.'),
  l_name: text(100, 'Last name.'),
  contact_no: text(50, 'Phone number.'),
  status: text(20, 'unverified, subscribed, bounced or unsubscribed, or its number.'),
  country: text(60, 'Two letters, or the English name of a country.'),
  state: text(100, 'State or province.'),
  timezone: text(64, 'Time zone, as in Europe/Berlin.'),
  type: Type.Optional(Type.Enum(['lead', 'customer'])),
  source: text(100, 'Where the contact comes from.'),
  points: Type.Optional(Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647, description: 'Points.' })),
  tags: Type.Optional(idList('Tag ids.')),
  lists: Type.Optional(idList('List ids.')),
  tag_names: Type.Optional(Type.Unknown({ description: 'Tags by their names; win over tags.' })),
  list_names: Type.Optional(Type.Unknown({ description: 'Lists by their names; win over lists.' })),
  after_erasure: Type.Optional(
    Type.Boolean({ description: 'Adds an address although it was erased: its owner asked for it again.' }),
  ),
  fields: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, maxProperties: 500, description: 'Values by field id, slug, or field: and slug.' },
    ),
  ),
};

export const NewContact = Type.Object({ email, ...attributes });
export type NewContact = Static<typeof NewContact>;

/** The parameters of an address alone. */
export const AddressChange = Type.Object({ email, after_erasure: attributes.after_erasure });

export const ContactChange = Type.Object({ email: Type.Optional(email), ...attributes });
export type ContactChange = Static<typeof ContactChange>;
