/**
 * The fields of a link that a column of another system can become, and the conversion of values. Long values are
 * truncated and reported. If a faulty value would change a link's destination or active period, the row fails instead.
 */
import { RowFault } from '../../../../shared/import/format.ts';
import { toNames } from '../../../../shared/import/names.ts';
import { fromJson, toFlag, toText, toTime } from '../../../../shared/import/values.ts';
import { links as limits, slugPattern } from '../../../../shared/limits-of-fields.ts';
import type { LinkItem } from '../../core/item.ts';
import { toCount, toShortUrl, toSlug } from './values.ts';

/** A link while its row is read. */
export type Draft = {
  item: Partial<LinkItem>;
  notes: Set<string>;
  /** Domain and slug from a short URL, for links without columns for them. */
  fromShortUrl: { domain?: string; slug?: string };
};

type Put = (value: unknown, draft: Draft) => void;
type Writable = { -readonly [name in keyof LinkItem]: LinkItem[name] };
type TextField = 'url' | 'expiredUrl' | 'notStartedUrl' | 'iosUrl' | 'androidUrl' | 'externalId';

const text =
  (name: TextField): Put =>
  (value, { item }) => {
    (item as Writable)[name] = toText(value);
  };

/** Sets the start or end of a link. An unreadable time makes the row fail. */
const bound =
  (name: 'expiresAt' | 'startsAt', label: string): Put =>
  (value, { item }) => {
    const time = toTime(value);
    if (time === undefined) throw new RowFault(`The time of its ${label} cannot be read.`);
    item[name] = time;
  };

const isLonger = (value: string, length: number) => value.length > length && [...value].length > length;
const cut = (value: string, length: number) => (isLonger(value, length) ? [...value].slice(0, length).join('') : value);

function putTitle(value: unknown, { item, notes }: Draft): void {
  const title = toText(value);
  item.title = cut(title, limits.title);
  if (!isLonger(title, limits.title)) return;
  notes.add(`Titles are cut to ${limits.title} characters. The note keeps the rest.`);
  item.note ??= cut(title, limits.note);
}

function putNote(value: unknown, { item, notes }: Draft): void {
  const note = toText(value);
  item.note = cut(note, limits.note);
  if (isLonger(note, limits.note)) notes.add(`Notes are cut to ${limits.note} characters.`);
}

function putTags(value: unknown, { item, notes }: Draft): void {
  const names = [...(item.tags ?? []), ...toNames(value)].map((name) => name.replace(/\p{Cc}+/gu, ' '));
  if (names.some((name) => isLonger(name, limits.tag))) notes.add(`Tags are cut to ${limits.tag} characters.`);
  const tags = [...new Set(names.map((name) => cut(name, limits.tag).trim()))].filter((name) => name !== '');
  if (tags.length > limits.tags) notes.add(`Only the first ${limits.tags} tags of a link are kept.`);
  item.tags = tags.slice(0, limits.tags);
}

function putCreatedAt(value: unknown, { item, notes }: Draft): void {
  const time = toTime(value);
  if (time === undefined) notes.add('The creation time cannot be read. The link gets the time of the import.');
  else item.createdAt = time;
}

function putClicks(value: unknown, { item, notes }: Draft): void {
  const clicks = toCount(value);
  if (clicks === undefined) notes.add('A click count that is not a number is left out.');
  else if (clicks > 0) item.importedClicks = atMost(limits.importedClicks, clicks, notes);
}

function atMost(most: number, clicks: number, notes: Set<string>): number {
  if (clicks > most) notes.add(`Click counts over ${most.toLocaleString('en')} are reduced to this number.`);
  return Math.min(clicks, most);
}

function putMaxClicks(value: unknown, { item, notes }: Draft): void {
  const most = toCount(value);
  if (most === undefined) throw new RowFault('The maximum number of clicks is not a number.');
  if (most > 0) item.maxClicks = atMost(limits.maxClicks, most, notes);
}

function putRedirectType(value: unknown, { item, notes }: Draft): void {
  const type = toText(value);
  item.redirectType = /^30[18]$/.test(type) ? 301 : 302;
  if (!/^30[12]$/.test(type)) notes.add('Redirect types other than 301 and 302 become the nearer of the two.');
}

function putGeo(value: unknown, { item }: Draft): void {
  const parsed = typeof value === 'string' ? fromJson(value) : value;
  const countries = Object.entries(typeof parsed === 'object' && parsed !== null ? parsed : {});
  if (countries.length === 0) throw new RowFault('Its destinations by country cannot be read.');
  item.geo = Object.fromEntries(countries.map(([country, url]) => [country.toUpperCase(), toText(url)]));
}

/** Sets a list of objects, given as JSON text or as a list. */
const list =
  (name: 'rules' | 'variants'): Put =>
  (value, { item }) => {
    const parsed = typeof value === 'string' ? fromJson(value) : value;
    if (!Array.isArray(parsed)) throw new RowFault(`Its ${name} cannot be read.`);
    item[name] = parsed;
  };

const utm =
  (name: 'source' | 'medium' | 'campaign' | 'term' | 'content'): Put =>
  (value, { item }) => {
    item.utm = { ...item.utm, [name]: cut(toText(value), limits.utm) };
  };

const preview =
  (name: 'title' | 'description' | 'imageUrl'): Put =>
  (value, { item, notes }) => {
    const shown = toText(value);
    if (name === 'imageUrl' && !/^https?:\/\//i.test(shown)) notes.add('Preview images without a URL are left out.');
    else item.preview = { ...item.preview, [name]: name === 'imageUrl' ? shown : cut(shown, limits.preview[name]) };
  };

/** Setters, keyed by the field's name in a mapping. They are not called for empty values. */
const puts = {
  url: text('url'),
  shortUrl: (value, draft) => {
    const short = toShortUrl(value);
    if (!short) throw new RowFault('The short URL is not a URL.');
    draft.fromShortUrl = short;
  },
  slug: (value, { item }) => {
    item.slug = toSlug(value);
  },
  domain: (value, { item }) => {
    item.domain = toShortUrl(value)?.domain ?? toText(value).toLowerCase();
  },
  title: putTitle,
  tags: putTags,
  note: putNote,
  createdAt: putCreatedAt,
  importedClicks: putClicks,
  archived: (value, { item }) => {
    item.archived = toFlag(value);
  },
  expiresAt: bound('expiresAt', 'expiry'),
  expiredUrl: text('expiredUrl'),
  startsAt: bound('startsAt', 'start'),
  notStartedUrl: text('notStartedUrl'),
  maxClicks: putMaxClicks,
  redirectType: putRedirectType,
  password: (value, { item }) => {
    item.password = toText(value);
  },
  iosUrl: text('iosUrl'),
  androidUrl: text('androidUrl'),
  geo: putGeo,
  rules: list('rules'),
  variants: list('variants'),
  externalId: text('externalId'),
  utmSource: utm('source'),
  utmMedium: utm('medium'),
  utmCampaign: utm('campaign'),
  utmTerm: utm('term'),
  utmContent: utm('content'),
  previewTitle: preview('title'),
  previewDescription: preview('description'),
  previewImage: preview('imageUrl'),
} satisfies Record<string, Put>;

export type LinkColumn = keyof typeof puts;

export const linkColumns = Object.keys(puts);
export const isLinkColumn = (name: string): name is LinkColumn => Object.hasOwn(puts, name);
export const putValue = (name: LinkColumn, value: unknown, draft: Draft): void => puts[name](value, draft);

const slugForm = new RegExp(slugPattern);

/** Returns the finished link. With `needsSlug`, a link without a slug is refused. */
export function finish({ item, fromShortUrl }: Draft, needsSlug: boolean): LinkItem {
  const { url, slug = fromShortUrl.slug, domain = fromShortUrl.domain, ...others } = item;
  if (!url) throw new RowFault('The row has no destination.');
  if (needsSlug && !slug) throw new RowFault('The row is the root page of a domain, or has no short URL.');
  if (slug && slug.length > limits.slug) {
    throw new RowFault(`The slug is longer than ${limits.slug} characters.`);
  }
  if (slug && slugForm.test(`a${slug}`.slice(0, limits.slug)) && !slugForm.test(slug)) {
    throw new RowFault('The slug starts with - or _. A slug starts with a letter or a digit.');
  }
  if (slug && !slugForm.test(slug)) {
    throw new RowFault('The slug has characters other than letters, digits, - and _.');
  }
  return { url, ...(slug ? { slug } : {}), ...(domain ? { domain } : {}), ...others };
}
