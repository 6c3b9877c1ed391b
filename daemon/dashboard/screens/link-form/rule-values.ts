/** Rules and variants of a link as rows of its form: shares in percent, conditions as lists, local times. Pure. */
import type { Link } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { withScheme } from './with-scheme.ts';
import { fromUtc, toUtc } from './zone-time.ts';

const words = text.linkRules;

type Rule = NonNullable<Link['rules']>[number];
type Variant = NonNullable<Link['variants']>[number];
type When = Rule['when'];

export type VariantRow = { name: string; url: string; weight: number };

/** The conditions that are lists, in the order of their menu. */
const listKinds = ['language', 'country', 'device', 'os', 'browser', 'referrer', 'query', 'ip'] as const;
export type ListKind = (typeof listKinds)[number];
export const kinds = [...listKinds, 'time', 'hours'] as const;
export type Kind = (typeof kinds)[number];

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Day = (typeof weekdays)[number];
export type HoursRow = { timezone: string; days: Day[]; from: string; to: string };
export type WhenRow = Partial<Record<ListKind, string[]>> & { time?: { from: string; to: string }; hours?: HoursRow };

/** A rule as a row. `key` stays the same when rules are moved. */
export type RuleRow = { key: string; when: WhenRow; url: string; variants: VariantRow[] };

/** The context of a conversion. `fail` reports a problem of a part, such as `0.url`. */
type Typing = { zone: string; fail: (problem: string, part?: string) => void };

export const variantRowsOf = (variants: Variant[] | null): VariantRow[] => {
  const shares = toShares((variants ?? []).map(({ weight }) => weight));
  return (variants ?? []).map(({ name, url }, n) => ({ name, url, weight: shares[n] as number }));
};

export const ruleRowsOf = (rules: Rule[] | null, zone: string): RuleRow[] =>
  (rules ?? []).map(({ when, url = '', variants = [] }, n) => ({
    key: String(n),
    when: whenRowOf(when, zone),
    url,
    variants: variantRowsOf(variants),
  }));

function whenRowOf({ query, from, to, hours, ...lists }: When, zone: string): WhenRow {
  const allDay = { from: '', to: '', days: [...weekdays] };
  return {
    ...Object.fromEntries(Object.entries(lists).map(([kind, given]) => [kind, [given].flat()])),
    ...(query && { query: pairsOf(query) }),
    ...((from || to) && { time: { from: fromUtc(from ?? null, zone), to: fromUtc(to ?? null, zone) } }),
    // Midnight at the end of a day, which a time input cannot show, is the default.
    ...(hours && { hours: { ...allDay, ...hours, ...(hours.to === '24:00' && { to: '' }) } }),
  };
}

export function variantsOf(rows: VariantRow[], { fail }: Typing) {
  if (rows.length === 0) return null;
  return rows.map(({ name, url, weight }, n) => {
    if (url.trim() === '') fail(words.noUrl, `${n}.url`);
    return { url: withScheme(url), weight, ...(name.trim() !== '' && { name: name.trim() }) };
  });
}

export function rulesOf(rows: RuleRow[], { zone, fail }: Typing) {
  if (rows.length === 0) return null;
  return rows.map(({ when, url, variants }, n) => {
    const failAt = (part: string) => (problem: string, inside?: string) =>
      fail(problem, inside === undefined ? `${n}.${part}` : `${n}.${part}.${inside}`);
    const given = { when: whenOf(when, { zone, fail: failAt('when') }) };
    if (variants.length > 0) return { ...given, variants: variantsOf(variants, { zone, fail: failAt('variants') }) };
    if (url.trim() === '') failAt('url')(words.noUrl);
    return { ...given, url: withScheme(url) };
  });
}

function whenOf(when: WhenRow, { zone, fail }: Typing) {
  const { query, time, hours, ...lists } = when;
  if (Object.keys(when).length === 0) fail(words.noCondition);
  for (const kind of listKinds) if (when[kind]?.length === 0) fail(words.noValue, kind);
  if (time && !time.from && !time.to) fail(words.noTime, 'from');
  return {
    ...lists,
    ...(query && { query: queryOf(query) }),
    ...(time?.from && { from: toUtc(time.from, zone) }),
    ...(time?.to && { to: toUtc(time.to, zone) }),
    ...(hours && { hours: hoursOf(hours, fail) }),
  };
}

function hoursOf({ timezone, days, from, to }: HoursRow, fail: Typing['fail']) {
  const isAnyDay = days.length === weekdays.length;
  if (days.length === 0) fail(words.noDay, 'hours');
  else if (isAnyDay && !from && !to) fail(words.noHours, 'hours');
  return { timezone, ...(!isAnyDay && { days }), ...(from && { from }), ...(to && { to }) };
}

/** Formats parameters as `name=value`, or `name` for any value. */
const pairsOf = (query: NonNullable<When['query']>): string[] =>
  Object.entries(query).flatMap(([name, values]) =>
    values === true ? [escaped(name)] : [values].flat().map((value) => `${escaped(name)}=${value}`),
  );

const escaped = (name: string) => name.replaceAll('%', '%25').replaceAll('=', '%3D');
const unescaped = (name: string) => name.replaceAll('%3D', '=').replaceAll('%25', '%');

function queryOf(pairs: string[]): Record<string, string[] | true> {
  const query = new Map<string, string[] | true>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = unescaped(at < 0 ? pair : pair.slice(0, at));
    const others = query.get(name) ?? [];
    query.set(name, at < 0 || others === true ? true : [...others, pair.slice(at + 1)]);
  }
  return Object.fromEntries(query);
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** Converts weights to whole percents of at least 1, which add up to `total` and are close to the exact shares. */
export function toShares(weights: number[], total = 100): number[] {
  const sum = sumOf(weights);
  const exact = weights.map((weight) => (weight / sum) * total);
  const shares = exact.map((share) => Math.max(1, Math.floor(share)));
  for (let left = total - sumOf(shares); left !== 0 && shares.length > 0; left -= Math.sign(left)) {
    const step = Math.sign(left);
    const gaps = shares.map((share, n) => (share + step < 1 ? -total : step * ((exact[n] as number) - share)));
    const at = gaps.indexOf(Math.max(...gaps));
    shares[at] = (shares[at] as number) + step;
  }
  return shares;
}

/**
 * Changes one share. The shares after it adapt and keep their proportions, so that shares can be typed from top to
 * bottom. If there are none, or less than 1% is left for each of them, all other shares adapt.
 */
export function withShare(shares: number[], at: number, wanted: number): number[] {
  const share = Math.min(Math.max(1, Math.round(wanted)), 101 - shares.length);
  const [before, after] = [shares.slice(0, at), shares.slice(at + 1)];
  const left = 100 - share - sumOf(before);
  if (after.length > 0 && left >= after.length) return [...before, share, ...toShares(after, left)];
  return toShares([...before, ...after], 100 - share).toSpliced(at, 0, share);
}

/** Moves an item to another place. */
export const moved = <T>(items: readonly T[], from: number, to: number): T[] =>
  items.toSpliced(from, 1).toSpliced(to, 0, items[from] as T);
