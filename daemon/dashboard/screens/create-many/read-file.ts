/** The text of a file that somebody chose or dropped, where it is one and not too large. */

/** As many rows as are made at once fit, of usual addresses. */
export const mostBytes = 1_000_000;

/** @returns undefined for what is no text in UTF-8. */
export async function readText(file: Blob): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
