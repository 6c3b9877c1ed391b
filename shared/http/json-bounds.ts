/**
 * A check of a JSON text's size before parsing. Parsing takes up to a hundred times as long as this check: deeply nested
 * lists or very many names would block the process's redirects. Pure.
 */

/** The maximum nesting depth of lists and objects. */
export const mostLevels = 64;
/** The maximum number of lists, objects, strings and commas; each list, name and value has at least one of them. */
export const mostParts = 100_000;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openingList = 0x5b;
const closingList = 0x5d;
const openingObject = 0x7b;
const closingObject = 0x7d;

/** Returns whether a text can be parsed quickly. Does not check whether it is valid JSON. */
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

/** Returns the position of a string's closing quote, or the end of the text. */
function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from); end >= 0; end = json.indexOf('"', end + 1)) {
    let first = end;
    while (first > from && json.charCodeAt(first - 1) === backslash) first--;
    if ((end - first) % 2 === 0) return end;
  }
  return json.length;
}
