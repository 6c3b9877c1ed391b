/**
 * Slugs and tokens in URLs with extra characters at the end. Chat and email programs include a closing bracket, a full stop
 * or an invisible character in a link, and other programs add parameters with `&` instead of `?`.
 */

const name = /^[A-Za-z0-9_-]+/;
/**
 * An ending must contain no letters, digits, combining marks or broken encodings, so that a longer word never counts as
 * a shorter one. An emoji can end with U+FE0F.
 */
const ending = /^(&|\/?([^\0%\p{L}\p{M}\p{N}_/-]|\uFE0F)+\/?$)/u;

/** Returns the slug or token at the start of a text, if the rest is such an ending; otherwise undefined. */
export function nameBeforeEnding(text: string): string | undefined {
  const found = name.exec(text)?.[0];
  return found !== undefined && ending.test(text.slice(found.length)) ? found : undefined;
}
