/**
 * Slugs and tokens in URLs that were copied with what stood behind them: chat and email programs take a closing bracket,
 * a full stop or an invisible character into a link, and other programs add parameters with `&` where a `?` is missing.
 */

const name = /^[A-Za-z0-9_-]+/;
/** Neither letters, digits and marks, so that no longer word counts as a shorter one, nor a broken encoding. An emoji can end with U+FE0F. */
const ending = /^(&|\/?([^\0%\p{L}\p{M}\p{N}_/-]|\uFE0F)+\/?$)/u;

/** The slug or token at the start of a text whose rest is such an ending; undefined for every other text. */
export function nameBeforeEnding(text: string): string | undefined {
  const found = name.exec(text)?.[0];
  return found !== undefined && ending.test(text.slice(found.length)) ? found : undefined;
}
