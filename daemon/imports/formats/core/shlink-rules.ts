/** The conversion of Shlink's redirect rules, whose conditions are a list of types with values. Pure. */
import { toText, toTime } from '../../../../shared/import/values.ts';
import { links as limits } from '../../../../shared/limits-of-fields.ts';
import { compile } from '../../../../shared/validate.ts';
import { When as WhenSchema, withoutUnreachable } from '../../../links/core/rules.ts';
import type { When } from '../../../redirect/core/conditions.ts';
import type { Draft } from './fields.ts';

const checkWhen = compile(WhenSchema);

const devices: Record<string, When> = {
  android: { os: 'Android' },
  ios: { os: 'iOS' },
  windows: { os: 'Windows' },
  macos: { os: 'macOS' },
  linux: { os: 'Linux' },
  chromeos: { os: 'Chrome OS' },
  mobile: { device: ['mobile', 'tablet'] },
  desktop: { device: 'desktop' },
};

/** Converts `192.0.2.*` to CIDR. Leaves other forms unchanged. */
function toNetwork(text: string): string {
  const parts = text.split('.');
  const fixed = parts.indexOf('*');
  if (fixed < 1 || parts.length !== 4 || parts.slice(fixed).some((part) => part !== '*')) return text;
  return `${parts.map((part) => (part === '*' ? '0' : part)).join('.')}/${fixed * 8}`;
}

/** The conditions, keyed by type; undefined for values that Waypost does not have. */
const conditions: Record<string, (value: string, key: string) => When | undefined> = {
  device: (value) => devices[value.toLowerCase()],
  language: (value) => ({ language: value.replaceAll('_', '-') }),
  'query-param': (value, key) => ({ query: { [key]: value } }),
  'any-value-query-param': (_, key) => ({ query: { [key]: true } }),
  'valueless-query-param': (_, key) => ({ query: { [key]: '' } }),
  'ip-address': (value) => ({ ip: toNetwork(value) }),
  'geolocation-country-code': (value) => ({ country: value.toUpperCase() }),
  'before-date': (value) => timeOf('to', value),
  'after-date': (value) => timeOf('from', value),
};

function timeOf(name: 'from' | 'to', value: string): When | undefined {
  const time = toTime(value);
  return time === undefined ? undefined : { [name]: time };
}

const fieldsOf = (value: unknown) => Object(value) as Record<string, unknown>;

/** Combines conditions that must all match. Returns undefined if Waypost cannot express them. */
function toWhen(list: unknown): When | undefined {
  const when: When = {};
  for (const { type, matchKey, matchValue } of Array.isArray(list) ? list.map(fieldsOf) : []) {
    const name = toText(type);
    const one = Object.hasOwn(conditions, name) && conditions[name]?.(toText(matchValue), toText(matchKey));
    if (!one) return undefined;
    const { query, ...others } = one;
    if (Object.keys(others).some((key) => key in when)) return undefined;
    if (query && Object.keys(query).some((key) => key in (when.query ?? {}))) return undefined;
    Object.assign(when, others, query ? { query: { ...when.query, ...query } } : {});
  }
  return checkWhen(when, false).ok ? when : undefined;
}

/** Returns the rules in their order. Leaves out rules that Waypost cannot express, with a note. */
export function toRules(list: unknown[], { notes }: Draft): { when: When; url: string }[] {
  const sorted = list.map(fieldsOf).sort((one, other) => Number(one.priority) - Number(other.priority));
  const rules = sorted.flatMap(({ longUrl, conditions: given }) => {
    const when = toWhen(given);
    return when ? [{ when, url: toText(longUrl) }] : [];
  });
  const kept = withoutUnreachable(rules).slice(0, limits.rules.most);
  if (kept.length < list.length)
    notes.add('Redirect rules that Waypost cannot express, or that never decide, are left out.');
  return kept;
}
