/** Answer schemas of contacts. */
import Type, { type Static } from 'typebox';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { answerWith, closed } from '../../../host/envelope.ts';
import { count, id, named, text, time } from '../../../host/shapes.ts';
import { shownColumns } from '../core/contact-columns.ts';
import { Customer } from './core/customers.ts';

const optional = Type.Optional;

const FieldValues = Type.Record(Type.String(), Type.Union([Type.String(), Type.Array(Type.String())]), {
  description: 'Values by the ids of custom fields.',
  examples: [{ 1: 'Pro' }],
});

const { status, ...own } = shownColumns;

const uid = text('Identifier for URLs that others must not guess.', '9f86d081884c7d659a2feaa0c55ad015');
const record = {
  id: text('Its id.', '1'),
  wpid: text('The id of the WordPress user with this email; 0 if there is none.', '0'),
  uid,
  ...own,
  tags: text('Ids of tags, as JSON.', '[1]'),
  lists: text('Ids of lists, as JSON.', '[3]'),
  last_modified: time('Last change.'),
  creation_date: time('Creation time.'),
  status,
};

export const ContactRecord = named('ContactRecord', record, 'Every value is a text.');
export type ContactRecord = Static<typeof ContactRecord>;

export const ListedContact = named('ListedContact', { ...record, fields: optional(FieldValues) });
export type ListedContact = Static<typeof ListedContact>;

const nothing = Type.Object({}, closed);

/** A contact's details. The answer for a newly created contact has the columns instead of a record. */
export const ContactDetail = named('ContactDetail', {
  contact: Type.Object(
    {
      id: id(),
      uid,
      email: own.email,
      wp_id: Type.Integer({ description: 'Like wpid of the record.', examples: [0] }),
      meta: nothing,
      children: nothing,
      db_contact: nullable(ContactRecord),
      f_name: optional(own.f_name),
      l_name: optional(own.l_name),
      contact_no: optional(own.contact_no),
      country: optional(own.country),
      state: optional(own.state),
      status: optional(status),
      source: optional(own.source),
      type: optional(own.type),
      blank_values_update: Type.Boolean({ examples: [false] }),
      is_subscribed: Type.Boolean({ examples: [true] }),
    },
    closed,
  ),
  customer: nullable(Customer),
  fields: FieldValues,
});
export type ContactDetail = Static<typeof ContactDetail>;

export const ContactAnswer = answerWith({ contact: ContactDetail });

const unknown = (description: string) =>
  Type.Array(Type.Union([Type.Integer(), Type.String()]), { description, examples: [[]] });
export const Ignored = named(
  'Ignored',
  {
    tags: unknown('Ids or names of unknown tags.'),
    lists: unknown('Ids or names of unknown lists.'),
    fields: Type.Array(Type.String(), {
      description: 'Fields that are unknown, cannot be edited, or cannot have the value.',
      examples: [[]],
    }),
  },
  'The part of the request that was ignored.',
);

export const WrittenContactAnswer = answerWith({ contact: ContactDetail, ignored: Ignored });

const index = Type.Integer({ minimum: 0, description: 'Index in the request, from 0.', examples: [0] });
export const BatchResult = Type.Union([
  named('BatchDone', {
    index,
    ok: Type.Literal(true),
    id: record.id,
    email: own.email,
    created: Type.Boolean({ description: 'false: the contact existed.' }),
    skipped: optional(Type.Literal(true, { description: 'The contact existed and on_taken is skip.' })),
    ignored: Ignored,
    status_kept: optional(
      Type.String({ description: 'The status that was kept: the contact had opted out, or on_taken is fill.' }),
    ),
    confirmation: optional(
      Type.Enum(['queued', 'limited', 'not_unverified'], { description: 'Result of the confirmation request.' }),
    ),
  }),
  named('BatchRefused', {
    index,
    ok: Type.Literal(false),
    status: Type.Integer({ description: 'The HTTP status that this item would get in a request of its own.' }),
    error: Type.Object({ code: Type.String(), message: Type.String() }, closed),
  }),
]);
export type BatchResult = Static<typeof BatchResult>;

export const BatchAnswer = answerWith({
  results: Type.Array(BatchResult),
  created: count('Number created.'),
  updated: count('Number changed.', 0),
  skipped: count('Number skipped.', 0),
  failed: count('Number refused.', 0),
});
