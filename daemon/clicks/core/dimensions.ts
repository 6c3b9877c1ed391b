/**
 * The dimensions of clicks, one entry each. Stored clicks, breakdowns, answers, filters, exports and live clicks are
 * derived from this list. Stored data depends on its order: append new dimensions, at most 31 in total.
 */
import { elementOf } from '../../../shared/elements.ts';
import { agentOf, devices, languageOf, referrerHost } from './agent.ts';
import { utmValuesOf } from './utm.ts';

/** Names of the texts that a part has for each click. */
export type ClickText = 'agent' | 'referrer' | 'language' | 'utm' | 'variant';

/** The common id of all values that are not kept. */
export const otherId = 1;

/** The name of an unknown value. */
export const unknown = 'Unknown';

type Described<Name extends string> = {
  name: Name;
  /** Completes "Only clicks …" in the API description. */
  filter: string;
  /** The example in the API description: clicks and unique clicks by value. */
  example: Record<string, [clicks: number, uniqueClicks: number]>;
};

/**
 * Describes a dimension with a few known values, stored as indices of `names`. A click without a value has the first
 * name.
 */
const list = <const Name extends string, const Source>(
  names: readonly [string, ...string[]],
  dimension: Described<Name> & Source,
) => ({
  kind: 'list' as const,
  nameOf: (id: number) => names[id] ?? names[0],
  idOf: (value: string) => (names.includes(value) ? names.indexOf(value) : undefined),
  form: `one of ${names.join(', ')}`,
  ...dimension,
});

type Worded<Name extends string> = Described<Name> & {
  from: ClickText;
  /** Returns the word found in the text; empty for none. */
  find: (text: string) => string;
  /** The name for clicks without a value. If it is empty, breakdowns leave these clicks out. */
  none?: string;
  /** The name in breakdowns, if it is different. */
  plural?: string;
  /** Converts a requested value to its stored word. */
  toWord?: (value: string) => string;
};

/** Describes a dimension whose values are words. Clicks store a word's id in the dictionary, or 0 without a word. */
const word = <const Name extends string>(dimension: Worded<Name>) => ({
  kind: 'word' as const,
  none: unknown,
  toWord: (value: string) => value.trim(),
  ...dimension,
});

const utm = <const Name extends string>(line: number, dimension: Described<Name>) =>
  word({ ...dimension, from: 'utm', find: (text) => elementOf(utmValuesOf(text), line), none: '(none)' });

/** Returns a country's two letters as a number; 0 for an unknown country. */
export const countryCode = (country: string | undefined) =>
  country === undefined || country === '' ? 0 : (country.charCodeAt(0) << 8) | country.charCodeAt(1);
export const countryOf = (code: number) => (code === 0 ? '' : String.fromCharCode(code >> 8, code & 255));

function codeOfCountry(value: string): number | undefined {
  if (value === unknown) return 0;
  return /^[a-z]{2}$/i.test(value) ? countryCode(value.toUpperCase()) : undefined;
}

/** All dimensions in order. `from` is the part of a click that contains the value. */
export const dimensions = [
  {
    name: 'country',
    kind: 'code',
    from: 'country',
    nameOf: (id: number) => countryOf(id) || unknown,
    idOf: codeOfCountry,
    form: `two letters, or ${unknown}`,
    filter: 'from this country: two letters, or `Unknown`',
    example: { DE: [390, 281], Unknown: [22, 17] },
  },
  list(devices, {
    name: 'device',
    from: 'agent',
    find: (text: string) => agentOf(text).device,
    filter: 'from `desktop`, `mobile`, `tablet` or `unknown` devices',
    example: { mobile: [301, 222], desktop: [111, 76] },
  }),
  word({
    name: 'os',
    from: 'agent',
    find: (text) => agentOf(text).os,
    filter: 'from this system, as the breakdown names it',
    example: { iOS: [301, 222], Windows: [111, 76] },
  }),
  word({
    name: 'browser',
    from: 'agent',
    find: (text) => agentOf(text).browser,
    filter: 'from this browser, as the breakdown names it',
    example: { Safari: [301, 222], Chrome: [111, 76] },
  }),
  word({
    name: 'referrer',
    from: 'referrer',
    find: referrerHost,
    none: '(direct)',
    toWord: (value) => (value === unknown ? value : referrerHost(value)),
    filter: 'from this host, or `(direct)`',
    example: { '(direct)': [312, 240], 'news.example.org': [100, 58] },
  }),
  list(['link', 'qr'], {
    name: 'trigger',
    from: 'trigger',
    filter: 'by `link` or `qr`',
    example: { link: [375, 270], qr: [37, 28] },
  }),
  word({
    name: 'language',
    from: 'language',
    find: languageOf,
    toWord: languageOf,
    filter: 'from browsers that prefer this language, such as `de-at`, or `Unknown`',
    example: { 'de-de': [377, 270], 'en-us': [35, 28] },
  }),
  utm(0, {
    name: 'utmSource',
    filter: 'with this UTM source, or `(none)`',
    example: { newsletter: [312, 240], '(none)': [100, 58] },
  }),
  utm(1, {
    name: 'utmMedium',
    filter: 'with this UTM medium, or `(none)`',
    example: { email: [312, 240], '(none)': [100, 58] },
  }),
  utm(2, {
    name: 'utmCampaign',
    filter: 'with this UTM campaign, or `(none)`',
    example: { '(none)': [412, 298] },
  }),
  word({
    name: 'variant',
    plural: 'variants',
    from: 'variant',
    // Texts in a part are read as Latin-1.
    find: (text) => Buffer.from(text, 'latin1').toString(),
    none: '',
    filter: 'that a variant of this name answered',
    example: { A: [240, 171], B: [120, 86] },
  }),
] as const;

export type Dimension = (typeof dimensions)[number];
export type DimensionName = Dimension['name'];

export const placeOf = (name: DimensionName) => dimensions.findIndex((dimension) => dimension.name === name);

/** A dimension's name in breakdowns. */
type BreakdownName = Exclude<DimensionName, 'variant'> | 'variants';

/** Builds a breakdown with one value for each dimension, in order. */
export const toBreakdown = <T>(find: (dimension: Dimension, place: number) => T) =>
  Object.fromEntries(
    dimensions.map((one, place) => ['plural' in one ? one.plural : one.name, find(one, place)]),
  ) as Record<BreakdownName, T>;

/** Builds an object with one value for each dimension, in order. */
export const byDimension = <T>(find: (dimension: Dimension, place: number) => T) =>
  Object.fromEntries(dimensions.map((one, place) => [one.name, find(one, place)])) as Record<DimensionName, T>;
