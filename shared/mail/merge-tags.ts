/**
 * Merge tags, placeholders for contact values: `{{f_name}}`, with a default `{{ f_name | "there" }}`, or with a format
 * `{{ renewal | date: short }}`. Quotes around a default are optional. Pure.
 */

/** A tag. `fallback` replaces an empty value. */
export type MergeTag = { name: string; fallback: string; format?: MergeFormat };
type MergeFormat = { kind: 'date'; style: DateStyle } | { kind: 'number'; decimals: number | undefined };
type DateStyle = (typeof dateStyles)[number];

/** A value. Dates are days in UTC. */
export type MergeValue = string | Date;
export type MergeValues = Readonly<Record<string, MergeValue>>;

const braces = /\{\{([^{}]{1,500})\}\}/g;
const names = /^[a-z0-9_-]{1,200}$/;
const quoted = /^(?:"([^"]*)"|'([^']*)')$/;
const dateStyles = ['full', 'long', 'medium', 'short', 'iso'] as const;

/** Splits a text into tags and the text between them. Braces that do not form a tag remain text. */
export function splitTags(text: string): (string | MergeTag)[] {
  const parts: (string | MergeTag)[] = [];
  let end = 0;
  for (const found of text.matchAll(braces)) {
    const tag = readTag(found[1] as string);
    if (!tag) continue;
    parts.push(text.slice(end, found.index), tag);
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
}

function readTag(inner: string): MergeTag | undefined {
  const [name = '', ...options] = splitOptions(inner).map((part) => part.trim());
  if (!names.test(name)) return undefined;
  const tag: MergeTag = { name, fallback: '' };
  for (const option of options) {
    const format = readFormat(option);
    if (format) tag.format = format;
    else tag.fallback = unquote(option);
  }
  return tag;
}

/** Splits at each `|` outside quotes. */
function splitOptions(inner: string): string[] {
  const parts = [''];
  let quote = '';
  for (const character of inner) {
    if (character === '|' && quote === '') parts.push('');
    else parts[parts.length - 1] += character;
    if (quote !== '') quote = character === quote ? '' : quote;
    else if ((character === '"' || character === "'") && parts.at(-1)?.trim() === character) quote = character;
  }
  return parts;
}

const unquote = (option: string): string => {
  const [, double, single] = quoted.exec(option) ?? [];
  return double ?? single ?? option;
};

function readFormat(option: string): MergeFormat | undefined {
  const [kind, setting = '', ...more] = option.split(':').map((part) => part.trim());
  if (more.length > 0) return undefined;
  if (kind === 'date') {
    const style = setting === '' ? 'long' : dateStyles.find((one) => one === setting);
    return style && { kind, style };
  }
  if (kind !== 'number' || !/^\d?$/.test(setting)) return undefined;
  return { kind, decimals: setting === '' ? undefined : Number(setting) };
}

/** Lists the distinct names of the tags in a text. */
export const tagsIn = (text: string): string[] => [
  ...new Set(splitTags(text).flatMap((part) => (typeof part === 'string' ? [] : [part.name]))),
];

/** Returns a tag's text: its value in its format, or the fallback if there is none. */
export function textOfTag({ name, fallback, format }: MergeTag, values: MergeValues, language = 'en'): string {
  const value = Object.hasOwn(values, name) ? (values[name] as MergeValue) : '';
  if (value === '') return fallback;
  if (format?.kind === 'number') return formatNumber(String(value), format.decimals, language);
  const style = format?.style ?? 'long';
  return value instanceof Date
    ? formatDate(value, style, language)
    : format
      ? formatDay(value, style, language)
      : value;
}

/** Replaces each tag that has a value in `values`, even an empty one. Other tags stay unchanged. */
export const fillTags = (text: string, values: MergeValues): string =>
  text.replace(braces, (whole, inner: string) => {
    const tag = readTag(inner);
    return tag && Object.hasOwn(values, tag.name) ? textOfTag(tag, values) : whole;
  });

function formatNumber(text: string, decimals: number | undefined, language: string): string {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) return text;
  const digits = decimals === undefined ? { maximumFractionDigits: 20 } : both(decimals);
  return new Intl.NumberFormat(language, digits).format(number);
}

const both = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

const formatDay = (text: string, style: DateStyle, language: string) =>
  /^\d{4}-\d\d-\d\d/.test(text) ? formatDate(new Date(`${text.slice(0, 10)}T00:00:00Z`), style, language) : text;

function formatDate(date: Date, style: DateStyle, language: string): string {
  if (Number.isNaN(date.getTime())) return '';
  if (style === 'iso') return date.toISOString().slice(0, 10);
  return new Intl.DateTimeFormat(language, { dateStyle: style, timeZone: 'UTC' }).format(date);
}
