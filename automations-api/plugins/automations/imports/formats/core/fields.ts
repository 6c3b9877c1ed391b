/**
 * The columns of a contact that a column of another system may become, and how a value is put into one. What is too long is cut,
 * and what cannot be read is left out; both are said.
 */
import { RowFault } from '../../../../../../shared/import/format.ts';
import { toNames } from '../../../../../../shared/import/names.ts';
import { toText, toTime } from '../../../../../../shared/import/values.ts';
import { contacts as limits, longestLabel } from '../../../../../../shared/limits-of-fields.ts';
import { parseCountry } from '../../../contacts/core/countries.ts';
import type { ContactItem } from '../../core/item.ts';
import { statusOf } from './statuses.ts';

/** A contact that is being read. */
export type Draft = { item: Partial<ContactItem>; notes: Set<string> };

type Put = (value: unknown, draft: Draft) => void;
type TextColumn = 'f_name' | 'l_name' | 'contact_no' | 'state' | 'source' | 'timezone';

const text =
  (column: TextColumn, longest: number, inWords: string): Put =>
  (value, { item, notes }) => {
    const given = toText(value);
    if (given.length > longest) notes.add(`${inWords} are cut to ${longest} characters.`);
    item[column] ??= given.slice(0, longest);
  };

/** The first word is the first name, as nothing says where the last name begins. */
const putName: Put = (value, draft) => {
  const [first = '', ...others] = toText(value).split(/\s+/);
  puts.f_name(first, draft);
  if (others.length > 0) puts.l_name(others.join(' '), draft);
};

const putCountry: Put = (value, { item, notes }) => {
  const given = toText(value);
  try {
    item.country ??= parseCountry(given);
  } catch {
    notes.add(`The country “${given.slice(0, 50)}” is unknown and left out.`);
  }
};

const putStatus: Put = (value, { item, notes }) => {
  const status = statusOf(toText(value));
  if (status === undefined) notes.add(`The status “${toText(value).slice(0, 50)}” is unknown. It becomes unverified.`);
  item.status ??= status ?? 'unverified';
};

const putCreatedAt: Put = (value, { item, notes }) => {
  const time = toTime(value);
  const at = new Date(time ?? Number.NaN);
  if (time === undefined || at.getTime() > Date.now()) {
    notes.add('The creation time cannot be read. The contact gets the time of the import.');
  } else item.created_at ??= new Date(Math.floor(at.getTime() / 1_000) * 1_000);
};

const putPoints: Put = (value, { item, notes }) => {
  const points = Number(toText(value));
  if (Number.isInteger(points) && Math.abs(points) < 2 ** 31) item.points ??= points;
  else notes.add('Points that are not a whole number are left out.');
};

const putType: Put = (value, { item }) => {
  const given = toText(value).toLowerCase();
  item.type ??= given === 'customer' ? 'customer' : 'lead';
};

const names =
  (column: 'tag_names' | 'list_names'): Put =>
  (value, { item, notes }) => {
    const given = toNames(value);
    if (given.some((name) => name.length > longestLabel)) notes.add(`Names are cut to ${longestLabel} characters.`);
    item[column] = [...new Set([...(item[column] ?? []), ...given.map((name) => name.slice(0, longestLabel))])];
  };

/** By the name that a mapping has; an empty value is never put, and the first of several counts. */
const puts = {
  email: (value, { item }) => {
    item.email ??= toText(value);
  },
  f_name: text('f_name', limits.name, 'First names'),
  l_name: text('l_name', limits.name, 'Last names'),
  name: (value, draft) => putName(value, draft),
  contact_no: text('contact_no', limits.phone, 'Phone numbers'),
  country: putCountry,
  state: text('state', limits.state, 'States'),
  timezone: text('timezone', 64, 'Time zones'),
  source: text('source', 100, 'Sources'),
  type: putType,
  points: putPoints,
  status: putStatus,
  created_at: putCreatedAt,
  tags: names('tag_names'),
  lists: names('list_names'),
} satisfies Record<string, Put>;

export type ContactTarget = keyof typeof puts;
export const isContactTarget = (name: string): name is ContactTarget => Object.hasOwn(puts, name);
export const putValue = (name: ContactTarget, value: unknown, draft: Draft): void => puts[name](value, draft);

export function finish({ item }: Draft): ContactItem {
  const { email, ...others } = item;
  if (!email) throw new RowFault('The row has no email.');
  return { email, ...others };
}
