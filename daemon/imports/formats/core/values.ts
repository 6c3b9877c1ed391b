/** Values of links as other systems write them, read into ours: numbers, short URLs. Pure. */
import { toText } from '../../../../shared/import/values.ts';
import { parseUrl } from '../../../../shared/net/parse-url.ts';
import { trimOf } from '../../../../shared/trim.ts';

/** A whole number from 0, also with marks between thousands; undefined for anything else. */
export function toCount(value: unknown): number | undefined {
  const text = toText(value);
  const digits = /^\d{1,3}(?:[,.'\s\u00a0\u202f]\d{3})+$/.test(text) ? text.replace(/\D/g, '') : text;
  return /^\d{1,15}(?:\.0+)?$/.test(digits) ? Math.trunc(Number(digits)) : undefined;
}

/** The domain and the slug of a short URL, with or without its scheme; undefined for what is none. */
export function toShortUrl(value: unknown): { domain: string; slug: string } | undefined {
  const text = toText(value);
  const url =
    text === '' || /\s/.test(text) ? undefined : parseUrl(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  if (url?.username !== '' || !/^https?:$/.test(url.protocol) || !/[.:]|^localhost$/.test(url.host)) return undefined;
  return { domain: url.host.replace(/\.(?=:|$)/, ''), slug: toSlug(url.pathname) };
}

/** A path or a slug without slashes around it, percent-decoded where that gives text. */
export function toSlug(value: unknown): string {
  const bare = trimOf(toText(value), '/');
  try {
    return decodeURIComponent(bare);
  } catch {
    return bare;
  }
}
