/** Rules and variants of a link: their schemas, destinations, checks and names. */
import Type, { type Static } from 'typebox';
import { links as limits, longestUrl } from '../../../shared/limits-of-fields.ts';
import { parseNetwork } from '../../../shared/net/networks.ts';
import { nullable } from '../../../shared/openapi/nullable.ts';
import { findTimeZone } from '../../../shared/time-zone.ts';
import { addFormat, type Issue } from '../../../shared/validate.ts';
import type { Destination } from '../../api/context.ts';
import { invalid } from '../../api/errors.ts';
import { utcTime } from '../../api/schemas.ts';
import { devices, languageOf } from '../../clicks/core/agent.ts';
import {
  days,
  type Hours,
  hostOf,
  implies,
  nameOf,
  type OneOrMore,
  type Rule as StoredRule,
  type Variant as StoredVariant,
  type When as StoredWhen,
  termsOf,
} from '../../redirect/core/conditions.ts';
import { encodeRules } from '../../redirect/core/rule-bytes.ts';

const closed = { additionalProperties: false };
const { most, values: mostValues, query, weight, conditionBytes, storedBytes } = limits.rules;
const { fewest, most: mostVariants, name: longestName } = limits.variants;

const namesIn = (type: 'region' | 'language') => new Intl.DisplayNames(['en'], { type, fallback: 'none' });
const [countries, languages] = [namesIn('region'), namesIn('language')];

/** Accepts known languages in their shortest form, such as `de` instead of `deu`. */
function isLanguage(text: string): boolean {
  if (languageOf(text) !== text.toLowerCase() || languages.of(text) === undefined) return false;
  return Intl.getCanonicalLocales(text)[0]?.length === text.length;
}

addFormat('language', isLanguage);
addFormat('country', (text) => /^[A-Z]{2}$/.test(text) && text !== 'ZZ' && countries.of(text) !== undefined);
addFormat('device', (text) => (devices as readonly string[]).includes(text));
addFormat('os', (text) => nameOf('os', text) !== undefined);
addFormat('browser', (text) => nameOf('browser', text) !== undefined);
/** Maximum length of a hostname in DNS. It fits into the one byte that stores a referrer's length. */
const longestHost = 253;
addFormat('referrer', (text) => hostOf(text) !== 'Unknown' && hostOf(text).length <= longestHost);
addFormat('network', (text) => parseNetwork(text) !== undefined);
addFormat('time-zone', (text) => findTimeZone(text) !== undefined);
addFormat('variant-name', (text) => text.trim() !== '' && !/\p{Cc}/u.test(text));

/** Returns the schema of a text, or of a list of texts of which at least one must match. */
const oneOrMore = (format: string | undefined, description: string, example: OneOrMore, types: string[] = []) => {
  const text = { minLength: format ? 1 : 0, maxLength: limits.rules.value, ...(format ? { format } : {}), description };
  return Type.Unsafe<OneOrMore>({
    ...{ type: ['string', 'array', ...types], ...text, examples: [example] },
    ...{ items: { type: 'string', ...text }, minItems: 1, maxItems: mostValues },
  });
};

const clock = (form: string, example: string) =>
  Type.String({ pattern: form, description: 'a time of day such as 09:30', examples: [example] });

/**
 * The hours of a week in a condition. The schema itself is optional, so that it keeps its name in the API
 * description.
 */
export const WeekHours = Type.Optional(
  Type.Object(
    {
      timezone: Type.String({
        format: 'time-zone',
        description: 'the IANA name of a time zone, such as Europe/Berlin',
        examples: ['Europe/Berlin'],
      }),
      days: Type.Optional(Type.Array(Type.Enum([...days]), { minItems: 1, maxItems: 7, examples: [['mon', 'tue']] })),
      from: Type.Optional(clock('^([01]\\d|2[0-3]):[0-5]\\d$', '09:00')),
      to: Type.Optional(clock('^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$', '17:30')),
    },
    { ...closed, description: 'weekdays and hours; hours that end before they start end on the next day' },
  ),
);

export const When = Type.Object(
  {
    language: Type.Optional(oneOrMore('language', 'a known language such as de or de-AT; de includes de-AT', 'de')),
    query: Type.Optional(
      Type.Record(
        Type.String({ minLength: 1, maxLength: query.name }),
        Type.Unsafe<OneOrMore | true>(
          oneOrMore(undefined, 'a value, a list of values, or true for any value', 'spring', ['boolean']),
        ),
        { minProperties: 1, maxProperties: query.most, examples: [{ campaign: 'spring' }] },
      ),
    ),
    device: Type.Optional(oneOrMore('device', `one of ${devices.join(', ')}`, 'mobile')),
    os: Type.Optional(oneOrMore('os', 'a system as analytics name it, such as iOS or Windows', 'iOS')),
    browser: Type.Optional(oneOrMore('browser', 'a browser as analytics name it, such as Firefox', ['Firefox'])),
    country: Type.Optional(oneOrMore('country', "a known country's two capital letters, such as DE", ['DE', 'AT'])),
    referrer: Type.Optional(
      oneOrMore('referrer', 'a host, which includes its subdomains, or (direct)', 'news.example.org'),
    ),
    ip: Type.Optional(oneOrMore('network', 'an IP address or a network in CIDR notation', ['192.0.2.0/24'])),
    from: Type.Optional(utcTime()),
    to: Type.Optional(utcTime()),
    hours: WeekHours,
  },
  { ...closed, minProperties: 1, description: 'conditions that must all hold', examples: [{ language: 'de' }] },
);

const destination = () =>
  Type.String({ minLength: 1, maxLength: longestUrl, format: 'destination', description: 'an http or https URL' });
const exampleVariants = [
  { url: 'https://example.com/a', weight: 70, name: 'A' },
  { url: 'https://example.com/b', weight: 30, name: 'B' },
];
const share = Type.Integer({
  minimum: weight.least,
  maximum: weight.most,
  description: 'share of visitors, relative to the other weights',
});

export const VariantInput = Type.Object(
  {
    url: destination(),
    weight: share,
    name: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: longestName,
          format: 'variant-name',
          description:
            'a text that is not blank, without control characters, unique in the link; default: the next free letter',
        }),
      ),
    ),
  },
  { ...closed, examples: exampleVariants },
);
export const Variant = Type.Object({ url: Type.String(), weight: Type.Integer(), name: Type.String() }, closed);

export const Variants = Type.Array(VariantInput, {
  maxItems: mostVariants,
  description: `${fewest} to ${mostVariants} destinations among which visitors are divided by weight`,
  examples: [exampleVariants],
});

const exampleRules = [{ when: { language: 'de', device: 'mobile' }, url: 'https://example.de/mobile' }];
export const RuleInput = Type.Object(
  { when: When, url: Type.Optional(nullable(destination())), variants: Type.Optional(nullable(Variants)) },
  { ...closed, description: 'conditions, and either `url` or `variants`', examples: exampleRules },
);
export const Rule = Type.Object(
  { when: When, url: Type.Optional(Type.String()), variants: Type.Optional(Type.Array(Variant)) },
  closed,
);
export const Rules = Type.Array(RuleInput, {
  maxItems: most,
  description: 'the first rule whose conditions all hold gives the destination',
  examples: [exampleRules],
});
export const shownRules = Type.Array(Rule, {
  description: 'The first that matches applies.',
  examples: [exampleRules],
});
export const shownVariants = Type.Array(Variant, { examples: [exampleVariants] });

type GivenVariant = Static<typeof VariantInput>;
type GivenRule = Static<typeof RuleInput>;

/** Returns the stored form of variants that have names; null for none. */
export const toStoredVariants = (variants: readonly GivenVariant[]): StoredVariant[] | null =>
  variants.length === 0 ? null : variants.map(({ url, weight, name }) => ({ url, weight, name: name ?? '' }));

/** Returns the stored form of rules whose variants have names; null for none. */
export const toStoredRules = (rules: readonly GivenRule[]): StoredRule[] | null =>
  rules.length === 0
    ? null
    : rules.map(({ when, url, variants }) => ({
        when: when as StoredWhen,
        ...(variants && variants.length > 0 ? { variants: toStoredVariants(variants) as StoredVariant[] } : {}),
        ...(url ? { url } : {}),
      }));

export const destinationsOfVariants = (variants: readonly { url: string }[], name: string): Destination[] =>
  variants.map(({ url }, index) => ({ field: `${name}.${index}.url`, url }));
export const destinationsOfRules = (rules: readonly GivenRule[], name: string): Destination[] =>
  rules.flatMap(({ url, variants }, index) => [
    ...(url ? [{ field: `${name}.${index}.url`, url }] : []),
    ...destinationsOfVariants(variants ?? [], `${name}.${index}.variants`),
  ]);

type Body = { rules?: GivenRule[] | null; variants?: GivenVariant[] | null };
type Present = { rules: StoredRule[] | null; variants: StoredVariant[] | null };

/**
 * Checks the rules and variants of a body beyond its schema, and gives each variant a name. A field that is not in
 * the body stays unchanged. @throws `validation_failed`
 */
export function settleRules<B extends object>(given: B, present: Present = { rules: null, variants: null }): B {
  const body: Body = given;
  if (!body.rules && !body.variants) return given;
  const issues = [
    ...checkVariants(body.variants ?? [], 'variants'),
    ...(body.rules ?? []).flatMap(checkRule),
    ...checkOrder(body.rules ?? []),
    ...checkNames(body, present),
  ];
  const [first, ...others] = issues;
  if (first) throw invalid(first, ...others);
  const named = nameVariants(given, body, present);
  checkStoredSize(named);
  return named;
}

/**
 * Refuses rules that are too long for the slug map. The body's limits are not enough, because punycode makes referrers
 * longer.
 */
function checkStoredSize({ rules }: Body): void {
  const { length } = encodeRules(toStoredRules(rules ?? []) ?? [], () => 0);
  if (length > storedBytes) {
    throw invalid({
      field: 'rules',
      message: `must have conditions and variants of at most ${storedBytes} bytes when stored`,
    });
  }
}

function checkVariants({ length }: readonly GivenVariant[], field: string): Issue[] {
  return length === 0 || length >= fewest ? [] : [{ field, message: `must have at least ${fewest} items` }];
}

function checkRule({ when, url, variants }: GivenRule, index: number): Issue[] {
  const field = `rules.${index}`;
  const { from, to, hours, query: wanted = {} } = when;
  const hasVariants = variants != null && variants.length > 0;
  return [
    ...checkVariants(variants ?? [], `${field}.variants`),
    ...(url && hasVariants ? [{ field: `${field}.url`, message: 'must be absent in a rule with variants' }] : []),
    ...(!url && !hasVariants ? [{ field: `${field}.url`, message: 'is required in a rule without variants' }] : []),
    ...(from && to && Date.parse(to) <= Date.parse(from)
      ? [{ field: `${field}.when.to`, message: 'must be after from, otherwise the rule never matches' }]
      : []),
    ...(hours ? checkHours(hours as Hours, `${field}.when.hours`) : []),
    ...Object.entries(wanted).flatMap(([name, value]) =>
      value === (false as unknown)
        ? [{ field: `${field}.when.query.${name}`, message: 'must be a value, a list of values, or true' }]
        : [],
    ),
  ];
}

function checkHours({ days: given, from, to }: Hours, field: string): Issue[] {
  if (!given && from === undefined && to === undefined) return [{ field, message: 'must have days, from or to' }];
  return (from ?? '00:00') === (to ?? '24:00')
    ? [{ field: `${field}.to`, message: 'must differ from from, otherwise the rule never matches' }]
    : [];
}

/** Returns, for each rule, the index of an earlier rule that applies to all of its visitors; -1 for none. */
function listEarlier(rules: readonly { when: StoredWhen }[]): number[] {
  const terms = rules.map(({ when }) => termsOf(when));
  return terms.map((one, index) => terms.findIndex((other, at) => at < index && implies(one, other)));
}

/** Returns the rules that can apply, in their order. */
export function withoutUnreachable<R extends { when: StoredWhen }>(rules: R[]): R[] {
  const earlier = listEarlier(rules);
  return rules.filter((_, index) => earlier[index] === -1);
}

/**
 * Reports rules whose conditions are too long in total, and rules that never apply because an earlier rule always
 * does.
 */
function checkOrder(rules: readonly GivenRule[]): Issue[] {
  if (Buffer.byteLength(JSON.stringify(rules.map(({ when }) => when))) > conditionBytes) {
    return [{ field: 'rules', message: `must have conditions of at most ${conditionBytes} bytes together` }];
  }
  return listEarlier(rules as StoredRule[]).flatMap((earlier, index) => {
    return earlier < 0
      ? []
      : [
          {
            field: `rules.${index}.when`,
            message: `is never reached, because rules.${earlier} matches the same visitors`,
          },
        ];
  });
}

/** Lists a body's variants and the present variants that it keeps, with their fields. */
function listVariants(body: Body, present: Present): { field?: string; variant: GivenVariant }[] {
  const shown = <T>(given: T[] | null | undefined, kept: T[] | null) =>
    given === undefined ? { list: kept ?? [], isGiven: false } : { list: given ?? [], isGiven: true };
  const own = shown<GivenVariant>(body.variants, present.variants);
  const rules = shown<GivenRule>(body.rules, present.rules as GivenRule[] | null);
  const withField = (isGiven: boolean, field: string) => (variant: GivenVariant, index: number) => ({
    ...(isGiven ? { field: `${field}.${index}.name` } : {}),
    variant,
  });
  return [
    ...own.list.map(withField(own.isGiven, 'variants')),
    ...rules.list.flatMap(({ variants }, index) =>
      (variants ?? []).map(withField(rules.isGiven, `rules.${index}.variants`)),
    ),
  ];
}

function checkNames(body: Body, present: Present): Issue[] {
  const all = listVariants(body, present);
  const used = new Set(all.flatMap(({ field, variant: { name } }) => (field === undefined && name ? [name] : [])));
  return all.flatMap(({ field, variant: { name } }) => {
    if (field === undefined || !name) return [];
    if (!used.has(name.trim())) {
      used.add(name.trim());
      return [];
    }
    return [{ field, message: 'is the name of another variant of this link' }];
  });
}

function nameVariants<B extends object>(given: B, body: Body, present: Present): B {
  const used = new Set(listVariants(body, present).map(({ variant }) => variant.name?.trim()));
  const named = (variants: readonly GivenVariant[]) =>
    variants.map((variant) => ({ ...variant, name: variant.name?.trim() || nextFree(used) }));
  const variants = body.variants && named(body.variants);
  const rules = body.rules?.map((rule) => (rule.variants ? { ...rule, variants: named(rule.variants) } : rule));
  return { ...given, ...(variants ? { variants } : {}), ...(rules ? { rules } : {}) };
}

/** Returns the next free name in the sequence A to Z, AA, AB and so on. */
function nextFree(used: Set<string | undefined>): string {
  for (let number = 1; ; number++) {
    let name = '';
    for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
      name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
    }
    if (!used.has(name)) {
      used.add(name);
      return name;
    }
  }
}
