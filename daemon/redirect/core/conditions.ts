/** The conditions of a link's rules: as the API has them, and as values that can be compared. Pure. */
import { domainToASCII } from 'node:url';
import bowser from 'bowser';
import { isInNetwork, type Network, parseNetwork } from '../../../shared/net/networks.ts';
import { devices, languageOf, referrerHost } from '../../clicks/core/agent.ts';

export const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Day = (typeof days)[number];
export type OneOrMore = string | string[];
export type Hours = { timezone: string; days?: Day[]; from?: string; to?: string };

/** A rule's conditions. All of them must match; a condition with several values matches if one value does. */
export type When = {
  language?: OneOrMore;
  query?: Record<string, OneOrMore | true>;
  device?: OneOrMore;
  os?: OneOrMore;
  browser?: OneOrMore;
  country?: OneOrMore;
  referrer?: OneOrMore;
  ip?: OneOrMore;
  from?: string;
  to?: string;
  hours?: Hours;
};

export type Variant = { url: string; weight: number; name: string };
export type Rule = { when: When; url?: string; variants?: Variant[] };

/** The name of visits without a referrer, as in analytics. */
export const direct = '(direct)';

const named = (names: string[]) => new Map(names.map((name) => [name.toLowerCase(), name]));
const known = { os: named(Object.values(bowser.OS_MAP)), browser: named(Object.values(bowser.BROWSER_MAP)) };
/** Returns the name of a system or browser as in analytics, ignoring case; undefined for an unknown one. */
export const nameOf = (kind: 'os' | 'browser', text: string) => known[kind].get(text.toLowerCase());

/** Returns a referrer's host as visits have it: '' for none, `Unknown` if it is not a host. */
export const hostOf = (text: string) => (text === direct ? '' : referrerHost(domainToASCII(text) || text));

const minutesADay = 1_440;
/** Parses `HH:MM` to minutes. */
const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/**
 * Hours of a week. `days` has a bit for each weekday, from Monday. `from` and `to` are minutes of the day. If `to` is
 * not after `from`, the hours end on the next day.
 */
type Week = { timezone: string; days: number; from: number; to: number };

/** The values of a rule's conditions. Times are in ms. */
export type Terms = {
  language?: string[];
  query?: [name: string, values: string[] | undefined][];
  device?: number[];
  os?: string[];
  browser?: string[];
  country?: string[];
  referrer?: string[];
  ip?: Network[];
  time?: { from: number; to: number };
  hours?: Week;
};

const listOf = (given: OneOrMore) => (typeof given === 'string' ? [given] : given);

/** Converts valid conditions. */
export function termsOf({ query, from, to, hours, ...when }: When): Terms {
  const list = <T>(given: OneOrMore | undefined, convert: (text: string) => T) =>
    given === undefined ? undefined : listOf(given).map(convert);
  const terms: { [name in keyof Terms]: Terms[name] | undefined } = {
    language: list(when.language, languageOf),
    query: query && Object.entries(query).map(([name, values]) => [name, values === true ? undefined : listOf(values)]),
    device: list(when.device, (text) => (devices as readonly string[]).indexOf(text)),
    os: list(when.os, (text) => nameOf('os', text) as string),
    browser: list(when.browser, (text) => nameOf('browser', text) as string),
    country: list(when.country, (text) => text),
    referrer: list(when.referrer, hostOf),
    ip: list(when.ip, (text) => parseNetwork(text) as Network),
    ...(from === undefined && to === undefined ? {} : { time: { from: timeOf(from, 0), to: timeOf(to, Infinity) } }),
    hours: hours && weekOf(hours),
  };
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined)) as Terms;
}

const timeOf = (text: string | undefined, otherwise: number) => (text === undefined ? otherwise : Date.parse(text));

function weekOf({ timezone, days: given = [...days], from = '00:00', to = '24:00' }: Hours): Week {
  const mask = given.reduce((sum, day) => sum | (1 << days.indexOf(day)), 0);
  return { timezone, days: mask, from: minutesOf(from), to: minutesOf(to) };
}

/** Returns whether a language is in a range: `de` includes `de-at`, and `zh-tw` includes `zh-hant-tw`. */
export function isOfLanguage(language: string, range: string): boolean {
  const [first, ...others] = range.split('-');
  const [primary, ...parts] = language.split('-');
  return primary === first && others.every((part) => parts.includes(part));
}

/** Returns whether a host is `of` or one of its subdomains. */
const isOfHost = (host: string, of: string) => host === of || (of !== '' && host.endsWith(`.${of}`));

const isWithin = ({ address, bits }: Network, outer: Network) =>
  outer.bits <= bits && isInNetwork(address, outer.address, 0, outer.bits);

const lengthOf = ({ from, to }: Week) => (to > from ? to - from : to + minutesADay - from);

const areHoursWithin = (inner: Week, outer: Week) =>
  inner.timezone === outer.timezone &&
  (inner.days & ~outer.days) === 0 &&
  outer.from <= inner.from &&
  inner.from + lengthOf(inner) <= outer.from + lengthOf(outer);

/** Returns whether every value of `inner` is covered by a value of `outer`. */
const areWithin = <T>(inner: T[], outer: T[], covers: (one: T, other: T) => boolean) =>
  inner.every((one) => outer.some((other) => covers(one, other)));

const equal = <T>(one: T, other: T) => one === other;

/**
 * Functions, keyed by kind of condition. Each returns whether a condition matches only if another condition of the same
 * kind does.
 */
const implications: {
  [name in keyof Required<Terms>]: (one: Required<Terms>[name], other: Required<Terms>[name]) => boolean;
} = {
  language: (one, other) => areWithin(one, other, isOfLanguage),
  query: (one, other) => {
    const values = new Map(one);
    return other.every(([name, wanted]) => {
      const given = values.get(name);
      return values.has(name) && (wanted === undefined || (given !== undefined && areWithin(given, wanted, equal)));
    });
  },
  device: (one, other) => areWithin(one, other, equal),
  os: (one, other) => areWithin(one, other, equal),
  browser: (one, other) => areWithin(one, other, equal),
  country: (one, other) => areWithin(one, other, equal),
  referrer: (one, other) => areWithin(one, other, isOfHost),
  ip: (one, other) => areWithin(one, other, isWithin),
  time: (one, other) => other.from <= one.from && one.to <= other.to,
  hours: areHoursWithin,
};

/** Functions for some kinds. Each returns whether a condition matches every visitor. */
const always: { [name in keyof Terms]: (terms: Required<Terms>[name]) => boolean } = {
  device: (given) => devices.every((_, index) => given.includes(index)),
  ip: (networks) => networks.some(({ bits }) => bits === 0),
  hours: (week) => week.days === 127 && lengthOf(week) === minutesADay,
};

/** Returns whether `others` match every visitor that `one` matches. Returns false if this cannot be proved. */
export const implies = (one: Terms, others: Terms): boolean =>
  (Object.keys(others) as (keyof Terms)[]).every((name) => {
    const [given, wanted] = [one[name], others[name]];
    if ((always[name] as ((terms: unknown) => boolean) | undefined)?.(wanted)) return true;
    return given !== undefined && (implications[name] as (a: unknown, b: unknown) => boolean)(given, wanted);
  });
