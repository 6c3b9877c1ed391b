/**
 * The targets that columns of other systems can have, and how their values are read. Values that are too long are
 * shortened, and unreadable ones are left out. Both are reported.
 */
import { RowFault } from '../../../../../../shared/import/format.ts';
import { toNames } from '../../../../../../shared/import/names.ts';
import { toText, toTime } from '../../../../../../shared/import/values.ts';
import { contacts as limits, longestLabel } from '../../../../../../shared/limits-of-fields.ts';
import { parseCountry } from '../../../contacts/core/countries.ts';
import type { StatusName } from '../../../contacts/core/statuses.ts';
import { stricter } from '../../core/consent.ts';
import type { ContactItem } from '../../core/item.ts';
import { readAddress } from './addresses.ts';
import { type ConsentTarget, readConsent } from './consent-columns.ts';
import { statusOf } from './statuses.ts';

/**
 * A contact while its row is read. `status` is the strictest status in the row, `name` the name in the email cell.
 * `faults` are sentences about cells that are left out.
 */
export type Draft = {
  item: Partial<ContactItem>;
  status?: StatusName;
  name?: string;
  notes: Set<string>;
  faults: Set<string>;
};

export const newDraft = (): Draft => ({ item: {}, notes: new Set(), faults: new Set() });

type Put = (value: unknown, draft: Draft) => void;
type TextColumn = 'f_name' | 'l_name' | 'contact_no' | 'state' | 'source' | 'timezone';

const shown = (value: unknown) => toText(value).slice(0, 50);

const text =
  (column: TextColumn, longest: number, plural: string): Put =>
  (value, { item, faults }) => {
    const given = toText(value);
    if (given.length > longest) faults.add(`${plural} are cut to ${longest} characters.`);
    item[column] ??= given.slice(0, longest);
  };

/** Takes the first word as the first name, because nothing shows where the last name starts. */
const putName: Put = (value, draft) => {
  const [first = '', ...others] = toText(value).split(/\s+/);
  puts.f_name(first, draft);
  if (others.length > 0) puts.l_name(others.join(' '), draft);
};

const putAddress: Put = (value, draft) => {
  if (draft.item.email !== undefined) return;
  const { address, name } = readAddress(value);
  draft.item.email = address;
  draft.name = name;
};

const putCountry: Put = (value, { item, faults }) => {
  const given = toText(value);
  try {
    item.country ??= parseCountry(given);
  } catch {
    faults.add(`The country “${given.slice(0, 50)}” is unknown and left out.`);
  }
};

/** Adds a status that the row states. */
export function state(draft: Draft, status: StatusName): void {
  draft.status = draft.status === undefined ? status : stricter(draft.status, status);
}

const putStatus: Put = (value, draft) => {
  const status = statusOf(toText(value));
  if (status === undefined)
    throw new RowFault(`The status “${shown(value)}” is unknown. Correct it, or leave the column out.`);
  state(draft, status);
};

const consent =
  (target: ConsentTarget): Put =>
  (value, draft) => {
    const { status, isUnclear } = readConsent[target](value);
    if (status !== undefined) state(draft, status);
    if (isUnclear) draft.notes.add(`“${shown(value)}” in a column about consent means ${status} here.`);
  };

const putCreatedAt: Put = (value, { item, faults }) => {
  const time = toTime(value);
  const at = new Date(time ?? Number.NaN);
  if (time === undefined || at.getTime() > Date.now()) {
    faults.add('The creation time cannot be read. The contact gets the time of the import.');
  } else item.created_at ??= new Date(Math.floor(at.getTime() / 1_000) * 1_000);
};

const putPoints: Put = (value, { item, faults }) => {
  const points = Number(toText(value));
  if (Number.isInteger(points) && Math.abs(points) < 2 ** 31) item.points ??= points;
  else faults.add('Points that are not a whole number are left out.');
};

const putKeptId: Put = (value, { item }) => {
  const id = Number(toText(value));
  if (Number.isSafeInteger(id) && id > 0) item.kept_id ??= id;
};

const putType: Put = (value, { item }) => {
  const given = toText(value).toLowerCase();
  item.type ??= given === 'customer' ? 'customer' : 'lead';
};

const names =
  (column: 'tag_names' | 'list_names'): Put =>
  (value, { item, faults }) => {
    const given = toNames(value);
    if (given.some((name) => name.length > longestLabel)) faults.add(`Names are cut to ${longestLabel} characters.`);
    item[column] = [...new Set([...(item[column] ?? []), ...given.map((name) => name.slice(0, longestLabel))])];
  };

/** The targets of mappings. They get no empty values. If a target gets several values, the first one is used. */
const puts = {
  email: putAddress,
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
  opt_out: consent('opt_out'),
  opt_in: consent('opt_in'),
  bounced: consent('bounced'),
  created_at: putCreatedAt,
  kept_id: putKeptId,
  tags: names('tag_names'),
  lists: names('list_names'),
} satisfies Record<string, Put>;

export type ContactTarget = keyof typeof puts;
export const isContactTarget = (name: string): name is ContactTarget => Object.hasOwn(puts, name);
export const putValue = (name: ContactTarget, value: unknown, draft: Draft): void => puts[name](value, draft);

export function finish(draft: Draft): ContactItem {
  const { item, status, name = '', faults } = draft;
  if (name !== '' && item.f_name === undefined && item.l_name === undefined) putName(name, draft);
  const { email, ...others } = item;
  if (!email) throw new RowFault('The row has no email.');
  return {
    ...{ email, ...others },
    ...(status === undefined ? {} : { status }),
    ...(faults.size > 0 ? { faults: [...faults] } : {}),
  };
}
