/**
 * Pure detection of international names that look like a brand. A name that mixes scripts is refused, and so is one that
 * imitates Latin letters under a Latin top-level domain. An operator decides on a name that only adds marks to Latin
 * letters.
 */
import { domainToUnicode } from 'node:url';
import { lastOf } from '../../../shared/elements.ts';
import { brands } from './brands.ts';
import { skeletonOf } from './confusables.ts';

export type LookAlike = { brand: string; mixed: boolean };

/** Combinations of scripts that are usual in one name. */
const usualMixes = [/^(Latin|Han|Hiragana|Katakana)$/, /^(Latin|Han|Hangul)$/, /^(Latin|Han|Bopomofo)$/];
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Cherokee',
  'Coptic',
  'Georgian',
  'Hebrew',
  'Arabic',
  'Thai',
  'Lao',
  'Devanagari',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
].map((name) => ({ name, pattern: new RegExp(`\\p{Script=${name}}`, 'u') }));
/** Minimum length of brands that are also found inside longer names. */
const foundInside = 5;

/** Returns a function that finds the brand that a parsed URL's hostname imitates. `more` are additional brands. */
export function createLookAlikes(more: string[]): (host: string) => LookAlike | undefined {
  const names = [...new Set([...brands, ...more.map((name) => name.toLowerCase())])];
  const known = names.map((brand) => ({ brand, skeleton: skeletonOf(brand) }));
  const findBrand = (label: string) => {
    const skeleton = skeletonOf(label);
    const parts = skeleton.split('-');
    const joined = skeleton.replaceAll('-', '');
    return known.find(
      (candidate) =>
        parts.includes(candidate.skeleton) ||
        (candidate.brand.length >= foundInside && joined.includes(candidate.skeleton)),
    )?.brand;
  };
  return (host) => {
    if (!host.includes('xn--')) return undefined;
    const labels = domainToUnicode(host).split('.');
    const isLatinDomain = /^[a-z]+$/.test(lastOf(labels));
    let found: LookAlike | undefined;
    for (const label of labels.slice(0, -1)) {
      if (/^[\x20-\x7e]*$/.test(label)) continue;
      const brand = findBrand(label);
      if (!brand || names.includes(label)) continue;
      const used = scripts.filter(({ pattern }) => pattern.test(label)).map(({ name }) => name);
      const mixes = used.length > 1 && !usualMixes.some((pattern) => used.every((name) => pattern.test(name)));
      const looksLatin = used.length > 0 && !used.includes('Latin') && isLatinDomain;
      if (mixes || looksLatin) return { brand, mixed: true };
      found ??= { brand, mixed: false };
    }
    return found;
  };
}
