/**
 * International names that look like a brand's. A name that mixes scripts to do so, or is all in letters that pass for
 * Latin under a Latin top-level domain, is refused; one that only adds marks to Latin letters is for a person to look
 * at. Pure.
 */

import { domainToUnicode } from 'node:url';
import { lastOf } from '../../../shared/elements.ts';
import { brands } from './brands.ts';
import { skeletonOf } from './confusables.ts';

export type LookAlike = { brand: string; mixed: boolean };

/** Scripts of which one name may hold several, beside Latin. */
const together = [/^(Latin|Han|Hiragana|Katakana)$/, /^(Latin|Han|Hangul)$/, /^(Latin|Han|Bopomofo)$/];
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
/** A brand this long is found inside a longer name too. */
const foundInside = 5;

/** Asks whether a hostname, as a parsed URL has it, looks like one of the brands. */
export function createLookAlikes(more: string[]): (host: string) => LookAlike | undefined {
  const named = [...new Set([...brands, ...more.map((name) => name.toLowerCase())])];
  const known = named.map((brand) => ({ brand, skeleton: skeletonOf(brand) }));
  const findBrand = (label: string) => {
    const skeleton = skeletonOf(label);
    const parts = skeleton.split('-');
    const joined = skeleton.replaceAll('-', '');
    return known.find(
      (one) => parts.includes(one.skeleton) || (one.brand.length >= foundInside && joined.includes(one.skeleton)),
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
      if (!brand || named.includes(label)) continue;
      const used = scripts.filter(({ pattern }) => pattern.test(label)).map(({ name }) => name);
      const mixes = used.length > 1 && !together.some((pattern) => used.every((name) => pattern.test(name)));
      const passesForLatin = used.length > 0 && !used.includes('Latin') && isLatinDomain;
      if (mixes || passesForLatin) return { brand, mixed: true };
      found ??= { brand, mixed: false };
    }
    return found;
  };
}
