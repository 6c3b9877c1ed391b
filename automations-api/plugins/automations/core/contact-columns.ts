/**
 * A contact's columns in the order of its record: parameter, schema in answers, value of a new contact, and title in
 * exports. Rows, parameters, answers, merges, exports and reported changes are derived from this table.
 */
import Type from 'typebox';
import { contacts } from '../../../../shared/limits-of-fields.ts';
import { nullable } from '../../../../shared/openapi/nullable.ts';
import { text } from '../../../host/shapes.ts';

const given = (maxLength: number, description: string) =>
  Type.Optional(nullable(Type.String({ maxLength, description })));

export const contactTypes = ['lead', 'customer'] as const;
/** The largest and smallest number of points that a row can store. */
export const mostPoints = 2_147_483_647;
export const leastPoints = -2_147_483_648;

/** The columns. `isRare`: the column is useful only to programs, so exports leave it out by default. */
const contactColumns = {
  email: {
    given: Type.String({ maxLength: 1_000, description: 'The email address.' }),
    shown: text('The email address.', 'ada@example.com'),
    unset: '',
    label: 'Email',
  },
  f_name: {
    given: given(contacts.name, 'First name.'),
    shown: text('First name.', 'Ada'),
    unset: '',
    label: 'First name',
  },
  l_name: {
    given: given(contacts.name, 'Last name.'),
    shown: text('Last name.', 'Lovelace'),
    unset: '',
    label: 'Last name',
  },
  contact_no: {
    given: given(contacts.phone, 'Phone number.'),
    shown: text('Phone number.', '+44 20 7946 0000'),
    unset: '',
    label: 'Phone',
  },
  country: {
    given: given(contacts.country, 'Two letters, or the English name of a country.'),
    shown: text('Two letters.', 'GB'),
    unset: '',
    label: 'Country',
  },
  state: {
    given: given(contacts.state, 'State or province.'),
    shown: text('State or province.', ''),
    unset: '',
    label: 'State or province',
  },
  timezone: {
    given: given(64, 'Time zone, such as Europe/Berlin.'),
    shown: text('Time zone.', 'Europe/London'),
    unset: '',
    label: 'Time zone',
    isRare: true,
  },
  type: {
    given: Type.Optional(nullable(Type.Enum([...contactTypes], { description: 'lead or customer.' }))),
    shown: text('lead or customer.', 'lead'),
    unset: 'lead',
    label: 'Type',
    isRare: true,
  },
  source: {
    given: given(100, 'Source of the contact.'),
    shown: text('Source of the contact.', 'public_api'),
    unset: 'public_api',
    label: 'Source',
  },
  points: {
    given: Type.Optional(nullable(Type.Integer({ minimum: leastPoints, maximum: mostPoints, description: 'Points.' }))),
    shown: text('Points.', '0'),
    unset: 0,
    label: 'Points',
    isRare: true,
  },
  status: {
    given: Type.Optional(
      Type.String({
        maxLength: 20,
        description: 'unverified, subscribed, bounced, unsubscribed, soft_bounced or complaint, or its number.',
      }),
    ),
    shown: text('The number of the status: 0 unverified, 1 subscribed, 2 bounced, 3 unsubscribed, …', '1'),
    /** The status `unverified`. */
    unset: 0,
    label: 'Status as a number',
    isRare: true,
  },
};

type Columns = typeof contactColumns;
export type ContactColumn = keyof Columns;
export type ColumnValue<Name extends ContactColumn> = Columns[Name]['unset'];
export const columnNames = Object.keys(contactColumns) as ContactColumn[];

const partOf = <Part extends 'given' | 'shown' | 'unset' | 'label'>(part: Part) =>
  Object.fromEntries(columnNames.map((name) => [name, contactColumns[name][part]])) as {
    [name in ContactColumn]: Columns[name][Part];
  };
export const givenColumns = partOf('given');
export const shownColumns = partOf('shown');
export const unsetColumns = partOf('unset');
/** The values that columns get when they are cleared. */
export const clearedColumns = { ...unsetColumns, source: '' };
export const columnLabels = partOf('label');
export const rareColumns = columnNames.filter((name) => 'isRare' in contactColumns[name]);

/** Returns the columns of a row as texts. */
export function ownTexts(row: { [name in ContactColumn]: string | number }) {
  const texts: Record<string, string> = {};
  for (const name of columnNames) texts[name] = String(row[name]);
  return texts as { [name in ContactColumn]: string };
}
