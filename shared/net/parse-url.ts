/**
 * Texts as URLs, by WHATWG rules. `URL.canParse` is not to be used: once optimized, after some thousand calls, that of
 * Node 20 and 22 says no to every URL with a letter such as ü.
 */

/** Undefined for a text that is no URL. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
