/** Letters that look like Latin ones, a subset of Unicode's confusables (UTS 39), and the skeleton of a text. */

/** Lower-case letters that look like a Latin letter: Cyrillic, Greek, Armenian, Cherokee, Coptic and unusual Latin. */
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
 * Returns the visual form of a text: without marks, with look-alike letters, digits and pairs of letters replaced by
 * the Latin letters they look like.
 */
export function skeletonOf(text: string): string {
  let skeleton = '';
  for (const char of text.normalize('NFKD').replace(/\p{M}/gu, '')) skeleton += latinOf.get(char) ?? char;
  return skeleton.replaceAll('0', 'o').replaceAll('1', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w');
}
