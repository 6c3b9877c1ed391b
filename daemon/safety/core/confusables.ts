/**
 * Letters that look like Latin ones, after Unicode's confusables (UTS 39), as far as brands are written with them, and
 * the skeleton by which two looks are compared. Pure data and one function.
 */

/** Each Latin letter and what looks like it: Cyrillic, Greek, Armenian, Cherokee, Coptic and odd Latin, lower case. */
const looksLike: Record<string, string> = {
  a: 'аαɑ⍺ӕ',
  b: 'ЬьЪъƅβЂ',
  c: 'сϲҫᴄⲥⅽ',
  d: 'ԁɗժđⅾ',
  e: 'еєҽεɛ℮ө',
  f: 'ғƒϝք',
  g: 'ɡցǥԍ',
  h: 'һհнӈħ',
  i: 'іιɩıіӏꙇ',
  j: 'јյϳʝ',
  k: 'кκқҝᴋӄ',
  l: 'ӏ|ןłɭⅼ',
  m: 'мⅿᴍӎ',
  n: 'пηոռƞиɴ',
  o: 'оοσօөɵøоჿ๐०໐ѳ',
  p: 'рρթᴘϸ',
  q: 'ԛզգ',
  r: 'гᴦřгɼʀ',
  s: 'ѕʂꜱ',
  t: 'тτƭᴛţҭ',
  u: 'υսцʋᴜц',
  v: 'ѵνᴠⅴ',
  w: 'ԝѡωɯա',
  x: 'хχ×ҳⅹ',
  y: 'уүγұʏў',
  z: 'ᴢʐƶ',
  '-': '‐‑‒–—−ー',
};

const latinOf = new Map(
  Object.entries(looksLike).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);

/**
 * The visual form of a text: marks dropped, look-alikes replaced by Latin letters, and digits and pairs that pass for
 * letters.
 */
export function skeletonOf(text: string): string {
  let skeleton = '';
  for (const char of text.normalize('NFKD').replace(/\p{M}/gu, '')) skeleton += latinOf.get(char) ?? char;
  return skeleton.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w');
}
