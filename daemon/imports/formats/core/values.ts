/** The parsing of link values from other systems: numbers, short URLs. Pure. */
import { toText } from '../../../../shared/import/values.ts';
import { parseUrl } from '../../../../shared/net/parse-url.ts';
import { trimOf } from '../../../../shared/trim.ts';

/** Parses a whole number of 0 or more, with or without thousands separators. Returns undefined for anything else. */
export function toCount(value: unknown): number | undefined {
  const text = toText(value);
  const digits = /^\d{1,3}(?:[,.'\s\u00a0\u202f]\d{3})+$/.test(text) ? text.replace(/\D/g, '') : text;
  return /^\d{1,15}(?:\.0+)?$/.test(digits) ? Math.trunc(Number(digits)) : undefined;
}

/** Parses the domain and the slug of a short URL, with or without its scheme. Returns undefined if it is not one. */
export function toShortUrl(value: unknown): { domain: string; slug: string } | undefined {
  const text = toText(value);
  const url =
    text === '' || /\s/.test(text) ? undefined : parseUrl(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (url?.username !== '' || !/^https?:$/.test(url.protocol) || !/[.:]|^localhost$/.test(url.host)) return undefined;
  return { domain: url.host.replace(/\.(?=:|$)/, ''), slug: toSlug(url.pathname) };
}

/** Removes slashes around a path or slug, and percent-decodes it if possible. */
export function toSlug(value: unknown): string {
  const bare = trimOf(toText(value), '/');
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
