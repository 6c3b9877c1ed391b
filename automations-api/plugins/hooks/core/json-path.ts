/**
 * Paths to values in a message: names separated by dots, `[0]` for an element of a list, `[key=vip]` for the first
 * element whose `key` is `vip`, and `["a.b"]` for a name with special characters. Pure.
 */

type PathPart = { name: string } | { where: string[]; is: string };

export const longestPath = 200;
const mostParts = 20;

const part = /(?:^|\.)([^.[\]]+)|\[(\d{1,6})\]|\[("(?:[^"\\]|\\.)*")\]|\[([^=[\]"]+)=([^[\]]*)\]/y;

/** Parses a path. Returns undefined if it is invalid. */
export function parsePath(text: string): PathPart[] | undefined {
  const parts: PathPart[] = [];
  part.lastIndex = 0;
  while (part.lastIndex < text.length) {
    const [, name, index, quoted, where, is = ''] = part.exec(text) ?? [];
    const found = name ?? index ?? (quoted === undefined ? undefined : unquote(quoted));
    if (found !== undefined) parts.push({ name: found });
    else if (where !== undefined) parts.push({ where: where.split('.'), is });
    else return undefined;
  }
  return parts.length > 0 && parts.length <= mostParts ? parts : undefined;
}

function unquote(text: string): string | undefined {
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

/** Reads the value at a path; undefined if there is none. Reads only own properties. */
export function readPath(body: unknown, path: string): unknown {
  let value = body;
  for (const one of parsePath(path) ?? []) {
    value =
      'name' in one
        ? ownOf(value, one.name)
        : listOf(value).find((item) => isText(one.where.reduce(ownOf, item), one.is));
  }
  return value;
}

/** Compares a text, number or boolean with a text. Converting a hostile object to text can fail. */
export const isText = (value: unknown, text: string): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && String(value) === text;

const ownOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Returns a list's elements. In a form, a list is an object with numbers as names. */
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : typeof value === 'object' && value !== null ? Object.values(value) : [];
