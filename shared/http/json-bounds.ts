/**
 * Whether a JSON text is small enough to be parsed, which takes up to a hundred times longer than this look: lists in lists
 * without end, or very many names, would stop every redirect of the process meanwhile. Pure.
 */

/** How deep lists and objects may lie in each other. */
export const mostLevels = 64;
/** How many lists, objects, texts and commas there may be: each list, name and value has one of them at least. */
export const mostParts = 100_000;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openingList = 0x5b;
const closingList = 0x5d;
const openingObject = 0x7b;
const closingObject = 0x7d;

/** Says nothing of whether it is JSON. */
export function isWithinBounds(json: string): boolean {
  let level = 0;
  let parts = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === closingList || code === closingObject) level--;
    else if (code === openingList || code === openingObject || code === quote || code === comma) {
      if (++parts > mostParts) return false;
      if (code === quote) at = endOfText(json, at + 1);
      else if (code !== comma && ++level > mostLevels) return false;
    }
  }
  return true;
}

/** Where the quote is that ends a text; the end of all when none does. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end >= 0; end = json.indexOf('"', end + 1)) {
    let first = end;
    while (first > from && json.charCodeAt(first - 1) === backslash) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return json.length;
}
