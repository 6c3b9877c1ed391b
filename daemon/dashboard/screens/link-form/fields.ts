/**
 * The fields of the link form. Each entry converts between the link's value and the form's value, and names the field's
 * group. The labels and hints are in `linkForm.fields` and `linkForm.hints`.
 */
import { links, longestUrl } from '../../../../shared/limits-of-fields.ts';
import type { Link, LinkInput } from '../../core/types.ts';
import { text } from '../../text/later.ts';
import { type RuleRow, ruleRowsOf, rulesOf, type VariantRow, variantRowsOf, variantsOf } from './rule-values.ts';
import { withScheme } from './with-scheme.ts';
import { fromUtc, toUtc } from './zone-time.ts';

const { linkForm } = text;

const words = linkForm;

/** The context of a conversion. `fail` reports a problem of the field or one of its parts that prevents a request. */
type Typing = { zone: string; fail: (problem: string, part?: string | number) => void };

const orNull = (typed: string): string | null => typed.trim() || null;

const line = (props: { maxLength?: number }) => ({
  empty: '',
  typed: (value: string | null) => value ?? '',
  given: orNull,
  props: { autocomplete: 'off', ...props } as const,
});

/** Attributes of fields into which URLs are pasted. */
const plain = { maxLength: longestUrl, autocomplete: 'off', spellcheck: false, inputMode: 'url' } as const;
const address = { ...line({}), props: plain, given: (typed: string) => orNull(withScheme(typed)) };
/** The field for an app's destination. An app's own scheme, such as `mailto:`, stays as typed. */
const appAddress = {
  ...address,
  given: (typed: string) => (/^[a-z][a-z\d+-]*:/i.test(typed.trim()) ? orNull(typed) : address.given(typed)),
};

const time = {
  empty: '',
  typed: fromUtc,
  given(typed: string, { zone, fail }: Typing) {
    const moment = typed === '' ? null : toUtc(typed, zone);
    if (moment === undefined) fail(words.badTime);
    return moment ?? null;
  },
  props: { type: 'datetime-local' } as const,
};

const count = (min: number, max?: number) => ({
  empty: '',
  typed: (value: number | null) => (value === null ? '' : String(value)),
  given(typed: string, { fail }: Typing) {
    if (typed.trim() === '') return null;
    if (!Number.isInteger(Number(typed)) || Number(typed) < min) fail(words.badCount(min));
    return Number(typed);
  },
  props: { type: 'number', min, max, inputMode: 'numeric' } as const,
});

/** Describes a field with several parts. Its value is `null` if all parts are empty. */
const members = <Name extends string>(names: readonly Name[]) => {
  const empty = Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;
  return {
    empty,
    typed: (value: Partial<Record<Name, string | null>> | null) =>
      Object.fromEntries(names.map((name) => [name, value?.[name] ?? ''])) as Record<Name, string>,
    given(typed: Record<Name, string>) {
      const given = names.filter((name) => typed[name].trim() !== '').map((name) => [name, typed[name].trim()]);
      return given.length === 0 ? null : Object.fromEntries(given);
    },
  };
};

export const utmMembers = ['source', 'medium', 'campaign', 'term', 'content'] as const;
export type UtmValues = Record<(typeof utmMembers)[number], string>;
export type CountryRow = { country: string; url: string };

const countries = {
  empty: [] as CountryRow[],
  typed: (geo: Link['geo']) => Object.entries(geo ?? {}).map(([country, url]) => ({ country, url })),
  given(rows: CountryRow[], { fail }: Typing) {
    const geo: Record<string, string> = {};
    for (const [n, { country, url }] of rows.entries()) {
      if (country === '' && url.trim() === '') continue;
      if (country === '') fail(words.noCountry, n);
      else if (country in geo) fail(words.countryTwice, n);
      else geo[country] = withScheme(url);
    }
    return Object.keys(geo).length === 0 ? null : geo;
  },
};

export const fields = {
  url: { ...address, given: withScheme },
  /** The domain; empty for the default domain. */
  domain: line({}),
  slug: line({}),
  title: line({ maxLength: links.title }),
  tags: { empty: [] as string[], typed: (tags: string[]) => tags, given: (tags: string[]) => tags },
  note: line({ maxLength: links.note }),
  rules: { empty: [] as RuleRow[], typed: ruleRowsOf, given: rulesOf, group: 'rules' },
  variants: { empty: [] as VariantRow[], typed: variantRowsOf, given: variantsOf, group: 'variants' },
  startsAt: { ...time, group: 'expiry' },
  expiresAt: { ...time, group: 'expiry' },
  maxClicks: { ...count(1, links.maxClicks), group: 'expiry' },
  notStartedUrl: { ...address, group: 'expiry' },
  expiredUrl: { ...address, group: 'expiry' },
  iosUrl: { ...appAddress, group: 'devices' },
  androidUrl: { ...appAddress, group: 'devices' },
  geo: { ...countries, group: 'countries' },
  utm: { ...members(utmMembers), group: 'utm' },
  preview: { ...members(['title', 'description', 'imageUrl']), group: 'preview' },
  redirectType: {
    empty: '302',
    typed: String,
    given: (typed: string) => (typed === '301' ? 301 : 302),
    group: 'advanced',
  },
  externalId: { ...line({ maxLength: links.externalId }), group: 'advanced' },
  importedClicks: { ...count(0), group: 'advanced' },
} satisfies { [name in keyof Required<Omit<LinkInput, 'password'>>]: FieldOf };

/** Common type of all fields, for code that loops over them. */
export type FieldOf = {
  empty: unknown;
  typed(value: unknown, zone: string): unknown;
  given(typed: unknown, typing: Typing): unknown;
  group?: keyof typeof words.details;
  /** Attributes of a single-line control. */
  props?: { type?: string; maxLength?: number; autocomplete?: string };
};

export type FieldName = keyof typeof fields;
export const fieldNames = Object.keys(fields) as FieldName[];
export type LineName = {
  [name in FieldName]: (typeof fields)[name] extends { props: object } ? name : never;
}[FieldName];
