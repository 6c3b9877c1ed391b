/** Reads the text of a chosen or dropped file, if it is text and not too large. */

/** Fits the maximum number of rows with usual URLs. */
export const mostBytes = 1_000_000;

/** @returns `undefined` if it is not UTF-8 text */
export async function readText(file: Blob): Promise<string | undefined> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
