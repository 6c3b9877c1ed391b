/**
 * The records of a JSON file: one value per line, or the elements of a list anywhere in the file. Only one record is in
 * memory at a time: its brackets determine its end, and it is parsed separately.
 */
import { isWithinBounds, mostLevels, mostParts } from '../http/json-bounds.ts';
import { FileFault } from './bytes.ts';
import type { Row } from './format.ts';
import { fromJson } from './values.ts';

export type JsonShape = 'lines' | 'list';

const longestRecord = 2 ** 20;
const tooLarge = `The record has more than ${mostLevels} levels, or more than ${mostParts} names and values.`;
/** Names of lists in the responses of other systems. */
const listNames = ['data', 'links', 'results', 'items', 'bitlinks', 'shortUrls', 'urls', 'contacts', 'subscribers'];

/** Recognises the shape from the start of a file; undefined if it is not JSON. */
export function findJsonShape(start: string): JsonShape | undefined {
  const text = start.trimStart();
  if (text.startsWith('[')) return 'list';
  if (!text.startsWith('{')) return undefined;
  const [line = '', ...others] = text.split('\n');
  const first = fromJson(line);
  if (!isObject(first)) return 'list';
  const more = others.filter(isFilled).map(fromJson);
  // The text can end in the middle of a line.
  if (more.at(-1) === undefined) more.pop();
  const whole = [first, ...more];
  const isAlone = !others.some(isFilled);
  return (isAlone || whole.length > 1) && whole.every(hasList) ? 'list' : 'lines';
}

const isFilled = (line: string) => line.trim() !== '';

/** Returns whether a value is a response with a list, not a record. A file can have several such pages. */
const hasList = (value: unknown): boolean =>
  isObject(value) && listNames.some((name) => Object.hasOwn(value, name) && isListIn(Reflect.get(value, name)));

/** The first name in YOURLS's responses, which have an object of links instead of a list. */
const firstOfYourls = 'link_1';
const longestBefore = 50;

const isListIn = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isObject)
    : isObject(value) &&
      (Object.hasOwn(value, firstOfYourls) || listNames.some((name) => Array.isArray(Reflect.get(value, name))));

/** Yields the records. @throws FileFault */
export async function* readJson(text: AsyncIterable<string>, shape: JsonShape): AsyncGenerator<Row> {
  const splitter = shape === 'lines' ? new Lines() : new Elements();
  let number = 0;
  for await (const piece of text) for (const record of splitter.add(piece)) yield toRow(record, ++number);
  for (const record of splitter.end()) yield toRow(record, ++number);
}

function toRow(record: string, number: number): Row {
  if (!isWithinBounds(record)) return { number, columns: { record }, fault: tooLarge };
  try {
    const value: unknown = JSON.parse(record);
    // An object without a prototype can have a field of any name.
    if (isObject(value)) return { number, columns: Object.assign(Object.create(null), value) };
  } catch {
    return { number, columns: { record }, fault: 'The record is not valid JSON.' };
  }
  return { number, columns: { record }, fault: 'The record is not a JSON object.' };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refuseLong(text: string): void {
  if (text.length > longestRecord)
    throw new FileFault(`A record is longer than ${longestRecord / 2 ** 20} MiB, or the file is not JSON.`);
}

class Lines {
  #rest = '';

  *add(piece: string): Generator<string> {
    const lines = (this.#rest + piece).split('\n');
    this.#rest = lines.pop() ?? '';
    refuseLong(this.#rest);
    for (const line of lines) if (line.trim() !== '') yield line;
  }

  end(): string[] {
    return this.#rest.trim() === '' ? [] : [this.#rest];
  }
}

/**
 * The elements of a document that is a list, or of its first list that starts with an object. A file can contain several
 * documents, such as pages of an API.
 */
class Elements {
  /** The text from the start of the current element. */
  #text = '';
  #scanned = 0;
  #start = -1;
  #depth = 0;
  /** The depth at which elements start; undefined until the list is found. */
  #level: number | undefined;
  #isInText = false;
  /** True if the previous mark was the start of a list. */
  #isListOpen = false;
  #isOver = false;
  #documents = 0;

  *add(piece: string): Generator<string> {
    this.#text += piece;
    const marks = /["\\{}[\]]/g;
    marks.lastIndex = this.#scanned;
    for (let mark = marks.exec(this.#text); mark; mark = marks.exec(this.#text)) {
      // A backslash escapes the next character.
      if (mark[0] === '\\') marks.lastIndex++;
      else if (mark[0] === '"') this.#isInText = !this.#isInText;
      else if (!this.#isInText && this.#bracket(mark[0], mark.index) && !this.#isOver) {
        yield this.#text.slice(this.#start, mark.index + 1);
        this.#start = -1;
      }
      this.#scanned = marks.lastIndex;
    }
    this.#forget();
  }

  /** Processes a bracket, and returns whether an element ends with it. */
  #bracket(mark: string, at: number): boolean {
    const isListOpen = this.#isListOpen;
    this.#isListOpen = mark === '[';
    if (mark === '{' || mark === '[') {
      if (this.#level === undefined && mark === '{' && (isListOpen || this.#isFirstOfYourls(at)))
        this.#level = this.#depth;
      if (this.#depth === this.#level && !this.#isOver) this.#start = at;
      if (this.#depth === 0 && mark === '[') this.#level = 1;
      this.#depth++;
      return false;
    }
    this.#depth = Math.max(0, this.#depth - 1);
    this.#isOver ||= this.#level !== undefined && this.#depth < this.#level;
    const isElement = this.#depth === this.#level;
    if (this.#depth === 0) this.#endDocument();
    return isElement;
  }

  #isFirstOfYourls(at: number): boolean {
    const [name, ...others] = this.#text
      .slice(Math.max(0, at - longestBefore), at)
      .split(':')
      .reverse();
    return name?.trim() === '' && (others[0] ?? '').trimEnd().endsWith(`"${firstOfYourls}"`);
  }

  #endDocument(): void {
    this.#documents++;
    this.#level = undefined;
    this.#isOver = false;
  }

  #forget(): void {
    const from = this.#start >= 0 ? this.#start : Math.max(0, this.#text.length - longestBefore);
    this.#scanned = Math.max(this.#scanned, this.#text.length) - from;
    this.#text = this.#text.slice(from);
    if (this.#start >= 0) this.#start = 0;
    refuseLong(this.#text);
  }

  /** @throws FileFault */
  end(): string[] {
    if (this.#documents === 0 || this.#depth > 0 || this.#isInText)
      throw new FileFault('The file ends in the middle of its list.');
    return [];
  }
}
