/** Requests that could cost a server much time: texts, values, bodies and headers, each of a given length in bytes. */

export type Payload = { what: string; body?: Buffer; type?: string; query?: string; headers?: Record<string, string> };

const pieces: Record<string, string> = {
  letters: 'a',
  spaces: ' ',
  'line ends': '\n',
  digits: '1',
  brackets: '[',
  parentheses: '(',
  'angle brackets': '<a',
  quotes: '"',
  backslashes: '\\',
  percent: '%',
  'encoded bytes': '%41',
  dots: '.',
  'labels of a host': 'a.',
  slashes: '/',
  'steps up': '../',
  hyphens: '-',
  commas: '1,',
  semicolons: 'a=b;',
  equals: '=',
  ats: 'a@',
  'merge tags': '{{',
  'whole merge tags': '{{a}}',
  ampersands: '&a[b]=',
  'letters with marks': 'a\u0345\u0323',
  'sharp s': 'ẞ',
  'a ligature': '\ufdfa',
  emoji: '👩‍👩‍👧',
  'bidirectional marks': '\u202e',
  'leading zeros': '0',
  colons: ':',
};

const filled = (piece: string, bytes: number) => piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece)));

/** Texts for a field, some with a prefix that leads deeper into the parser. */
export function* texts(bytes: number): Generator<[what: string, text: string]> {
  for (const [what, piece] of Object.entries(pieces)) yield [what, filled(piece, bytes)];
  yield ['a long host', `https://${filled('a.', bytes)}com/`];
  yield ['a long unicode host', `https://${filled('ü.', bytes)}com/`];
  yield ['a long path', `https://example.com/${filled('a/../', bytes)}`];
  yield ['a long query', `https://example.com/?${filled('a=1&', bytes)}`];
  yield ['a long user of a URL', `https://${filled('@', bytes)}example.com/`];
  yield ['a long address', `${filled('a.', bytes)}@example.com`];
  yield ['a long domain of an address', `a@${filled('a.', bytes)}com`];
  yield ['nested JSON text', `{"a":${filled('[', bytes)}`];
  yield ['a long data URL', `data:image/svg+xml,${filled('<g>', bytes)}`];
}

const listOf = (item: string, bytes: number) => `[${filled(`${item},`, bytes)}${item}]`;

function distinctNames(bytes: number, open: string, close: string, separator: string): string {
  const parts: string[] = [];
  for (let n = 0, length = 0; length < bytes; n++) {
    const part = `${open}"k${n}":0${close}`;
    parts.push(part);
    length += part.length + 1;
  }
  return parts.join(separator);
}

/** JSON texts for a field, or for the whole body. */
export function* values(bytes: number): Generator<[what: string, json: string]> {
  yield ['nested lists without ends', filled('[', bytes)];
  yield ['nested lists', filled('[', bytes / 2) + filled(']', bytes / 2)];
  yield ['nested objects', `${filled('{"a":', (bytes * 5) / 6)}0${filled('}', bytes / 6)}`];
  yield ['nested a little', listOf(`${'['.repeat(10)}${']'.repeat(10)}`, bytes)];
  yield ['a list of numbers', listOf('1', bytes)];
  yield ['a list of different numbers', `[${Array.from({ length: bytes / 8 }, (_, n) => 1_000_000 + n).join()}]`];
  yield ['a list of long numbers', listOf('1234567890123456789012', bytes)];
  yield ['a list of texts', listOf('"a"', bytes)];
  yield ['a list of different texts', `[${Array.from({ length: bytes / 10 }, (_, n) => `"${1_000_000 + n}"`).join()}]`];
  yield ['a list of lists', listOf('[]', bytes)];
  yield ['a list of objects', listOf('{}', bytes)];
  yield ['a list of objects with names of their own', `[${distinctNames(bytes, '{', '}', ',')}]`];
  yield ['an object of many names', `{${distinctNames(bytes, '', '', ',')}}`];
  yield ['an object of many numbers', `{${Array.from({ length: bytes / 12 }, (_, n) => `"${n * 7_919}":0`).join()}}`];
  yield ['one name over and over', `{${filled('"a":0,', bytes)}"a":0}`];
  yield ['half surrogates', `{"a":"${filled('\\ud800', bytes)}"}`];
  yield ['many half surrogates', listOf('"\\ud800"', bytes)];
}

/** Headers that the service reads. Their names and the request line use up the rest of the library's limit. */
export function* headers(bytes: number): Generator<[what: string, headers: Record<string, string>]> {
  for (const name of [
    'Cookie',
    'Authorization',
    'Accept',
    'Accept-Language',
    'User-Agent',
    'Referer',
    'Content-Type',
  ]) {
    for (const piece of [' ', ',', ';', 'a=b;', '*/*,', 'a;q=0.1,', 'a', '"', '(', '-', '/', '[', 'Bearer ']) {
      yield [`${name}: ${piece}`, { [name]: filled(piece, bytes).trim() || 'a' }];
    }
  }
  for (const name of [
    'Idempotency-Key',
    'If-None-Match',
    'X-Forwarded-For',
    'Origin',
    'Range',
    'X-HTTP-Method-Override',
  ]) {
    for (const piece of ['a', ', ', '1.1.1.1,', '"a",', '0-1,'])
      yield [`${name}: ${piece}`, { [name]: filled(piece, bytes).trim() }];
  }
}

/** The paths to an example's values, with only the first item of lists. */
export function leavesOf(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return at.length > 0 ? [at] : [];
  const inside = Array.isArray(value) ? value.slice(0, 1).map((item) => [0, item] as const) : Object.entries(value);
  return [...(at.length > 0 ? [at] : []), ...inside.flatMap(([name, one]) => leavesOf(one, [...at, name]))];
}

/** The example's JSON text with `json` in place of the value at `at`. */
export function withValue(example: unknown, at: (string | number)[], json: string): string {
  const mark = '"\u0001"';
  const copy = structuredClone(example) as Record<string | number, unknown>;
  let inside = copy;
  for (const name of at.slice(0, -1)) inside = inside[name] as typeof copy;
  inside[at.at(-1) as string] = '\u0001';
  return JSON.stringify(copy)
    .replace(JSON.stringify('\u0001'), () => json)
    .replace(mark, () => json);
}
