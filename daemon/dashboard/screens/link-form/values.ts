/** What the form of a link holds, made of a link and turned into what the service takes. Pure. */
import type { FieldProblems } from '../../../../shared/ui/field-problems.ts';
import { text } from '../../text/text.ts';
import type { Link, LinkInput } from '../../types.ts';
import { fromUtc, toUtc } from './zone-time.ts';

const words = text.linkForm;

export const utmMembers = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type UtmValues = Record<(typeof utmMembers)[number], string>;
export type CountryRow = { country: string; url: string };

export type Values = {
  url: string;
  /** Empty: the service's own. */
  domain: string;
  slug: string;
  title: string;
  tags: string[];
  note: string;
  startsAt: string;
  notStartedUrl: string;
  expiresAt: string;
  maxClicks: string;
  expiredUrl: string;
  password: string;
  isPasswordOff: boolean;
  iosUrl: string;
  androidUrl: string;
  geo: CountryRow[];
  utm: UtmValues;
  preview: { title: string; description: string; imageUrl: string };
  redirectType: string;
  externalId: string;
  importedClicks: string;
};

const noUtm: UtmValues = { source: '', medium: '', campaign: '', term: '', content: '' };
const noPreview = { title: '', description: '', imageUrl: '' };

export const emptyValues = (url = ''): Values => ({
  url,
  domain: '',
  slug: '',
  title: '',
  tags: [],
  note: '',
  startsAt: '',
  notStartedUrl: '',
  expiresAt: '',
  maxClicks: '',
  expiredUrl: '',
  password: '',
  isPasswordOff: false,
  iosUrl: '',
  androidUrl: '',
  geo: [],
  utm: noUtm,
  preview: noPreview,
  redirectType: '302',
  externalId: '',
  importedClicks: '',
});

/** Times as a clock of the zone shows them. */
export function valuesOf(link: Link, zone: string): Values {
  const { preview } = link;
  return {
    ...emptyValues(link.url),
    domain: link.domain,
    slug: link.slug,
    title: link.title ?? '',
    tags: link.tags,
    note: link.note ?? '',
    startsAt: fromUtc(link.startsAt, zone),
    notStartedUrl: link.notStartedUrl ?? '',
    expiresAt: fromUtc(link.expiresAt, zone),
    maxClicks: link.maxClicks === null ? '' : String(link.maxClicks),
    expiredUrl: link.expiredUrl ?? '',
    iosUrl: link.iosUrl ?? '',
    androidUrl: link.androidUrl ?? '',
    geo: Object.entries(link.geo ?? {}).map(([country, url]) => ({ country, url })),
    utm: { ...noUtm, ...link.utm },
    preview: {
      title: preview?.title ?? '',
      description: preview?.description ?? '',
      imageUrl: preview?.imageUrl ?? '',
    },
    redirectType: String(link.redirectType),
    externalId: link.externalId ?? '',
    importedClicks: link.importedClicks === null ? '' : String(link.importedClicks),
  };
}

const groups = ['utm', 'preview'] as const;

/** Each of the fields by a name of its own, as they are compared: `utm.source`. */
export const flat = (values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      groups.some((group) => group === name)
        ? Object.entries(value).map(([member, own]) => [`${name}.${member}`, own])
        : [[name, value]],
    ),
  );

export function nested(fields: Record<string, unknown>): Values {
  const of = (group: string) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        name.startsWith(`${group}.`) ? [[name.slice(group.length + 1), value]] : [],
      ),
    );
  return { ...fields, ...Object.fromEntries(groups.map((group) => [group, of(group)])) } as Values;
}

/** What people type of an address, as an address. */
export const withScheme = (url: string): string => {
  const typed = url.trim();
  return typed === '' || typed.includes('://') ? typed : `https://${typed}`;
};

/** @throws {FieldProblems} what no request could carry. */
function bodyOf(values: Values, zone: string): LinkInput {
  const problems: Record<string, string> = {};
  const body = {
    url: withScheme(values.url),
    slug: orNull(values.slug),
    domain: orNull(values.domain),
    title: orNull(values.title),
    tags: values.tags,
    note: orNull(values.note),
    startsAt: timeIn('startsAt', values, zone, problems),
    notStartedUrl: orNull(withScheme(values.notStartedUrl)),
    expiresAt: timeIn('expiresAt', values, zone, problems),
    maxClicks: countIn('maxClicks', 1, values, problems),
    expiredUrl: orNull(withScheme(values.expiredUrl)),
    iosUrl: orNull(values.iosUrl),
    androidUrl: orNull(values.androidUrl),
    geo: geoIn(values.geo, problems),
    utm: membersOf(values.utm),
    preview: membersOf(values.preview),
    redirectType: values.redirectType === '301' ? 301 : 302,
    externalId: orNull(values.externalId),
    importedClicks: countIn('importedClicks', 0, values, problems),
    ...(values.password === '' ? {} : { password: values.password }),
  } as LinkInput;
  if (Object.keys(problems).length > 0) {
    throw Object.assign(new Error(Object.values(problems)[0]), { fields: problems }) satisfies FieldProblems;
  }
  return body;
}

/** Of a new link: only what is given. */
export function inputOf(values: Values, zone: string): LinkInput {
  const given = Object.entries(bodyOf(values, zone)).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given) as LinkInput;
}

/** Of a link that is there: only what was changed. */
export function changesOf(values: Values, before: Values, zone: string): Partial<LinkInput> {
  const { domain: _, ...now } = bodyOf(values, zone);
  const then = bodyOf(before, zone) as Record<string, unknown>;
  const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(then[name]));
  const changes = Object.fromEntries(changed) as Partial<LinkInput>;
  return values.isPasswordOff && values.password === '' ? { ...changes, password: null } : changes;
}

const orNull = (typed: string): string | null => typed.trim() || null;

/** The members that are not empty, without the space around them. */
export const given = (members: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  );

/** Null where none of them is given. */
function membersOf(members: Record<string, string>): Record<string, string> | null {
  const found = given(members);
  return Object.keys(found).length === 0 ? null : found;
}

function timeIn(name: 'startsAt' | 'expiresAt', values: Values, zone: string, problems: Record<string, string>) {
  if (values[name] === '') return null;
  const time = toUtc(values[name], zone);
  if (!time) problems[name] = words.badTime;
  return time ?? null;
}

function countIn(
  name: 'maxClicks' | 'importedClicks',
  least: number,
  values: Values,
  problems: Record<string, string>,
): number | null {
  if (values[name].trim() === '') return null;
  const count = Number(values[name]);
  if (!Number.isInteger(count) || count < least) problems[name] = words.badCount(least);
  return count;
}

function geoIn(rows: CountryRow[], problems: Record<string, string>): Record<string, string> | null {
  const geo: Record<string, string> = {};
  for (const [n, { country, url }] of rows.entries()) {
    if (country === '' && url.trim() === '') continue;
    if (country === '') problems[`geo.${n}`] = words.noCountry;
    else if (country in geo) problems[`geo.${n}`] = words.countryTwice;
    else geo[country] = withScheme(url);
  }
  return Object.keys(geo).length === 0 ? null : geo;
}
