/**
 * Parsing of URLs by WHATWG rules. Do not use `URL.canParse`: after a few thousand calls, when it is optimised, Node
 * 20 and 22 reject every URL with a letter such as ü.
 */

/** Parses a URL; `undefined` if it is invalid. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
