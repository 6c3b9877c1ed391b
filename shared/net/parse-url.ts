/**
 * Parses URLs by WHATWG rules. Do not use `URL.canParse`: once optimized, after some thousand calls, that of Node 20
 * and 22 rejects every URL with a letter such as ü.
 */

/** `undefined` for a text that is not a URL. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
