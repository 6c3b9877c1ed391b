/** A strict parser of PHP's serialize() format: text, numbers, booleans, null and arrays, but no objects. Pure. */
export type PhpValue = string | number | boolean | null | PhpArray;
type PhpArray = Map<string | number, PhpValue>;

const mostLevels = 8;
const mostBytes = 1 << 20;

/** Parses a value. Returns undefined if the text is invalid, has trailing characters or is too large. */
export function readSerialized(text: string): PhpValue | undefined {
  if (text.length > mostBytes) return undefined;
  const reader = new Reader(Buffer.from(text));
  try {
    const value = reader.value(0);
    return reader.isAtEnd ? value : undefined;
  } catch (error) {
    if (error instanceof NotSerialized) return undefined;
    throw error;
  }
}

class NotSerialized extends Error {}

/** The parser. Works on bytes, since PHP counts text lengths in bytes. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  value(level: number): PhpValue {
    const kind = this.#next(1);
    if (kind === 'N') return this.#expect(';', null);
    this.#expect(':');
    switch (kind) {
      case 'b':
        return this.#until(';', /^[01]$/) === '1';
      case 'i':
        return this.#integer();
      case 'd':
        return Number(this.#until(';', /^-?\d+(\.\d+)?(E[+-]?\d+)?$/));
      case 's':
        return this.#expect(';', this.#text());
      case 'a':
        return this.#array(level);
      default:
        throw new NotSerialized();
    }
  }

  #text(): string {
    const length = this.#length();
    this.#expect('"');
    return this.#expect('"', this.#next(length));
  }

  #array(level: number): PhpArray {
    if (level >= mostLevels) throw new NotSerialized();
    const count = this.#length();
    this.#expect('{');
    const entries: PhpArray = new Map();
    for (let n = 0; n < count; n++) {
      const key = this.value(level + 1);
      if (typeof key !== 'string' && typeof key !== 'number') throw new NotSerialized();
      entries.set(key, this.value(level + 1));
    }
    return this.#expect('}', entries);
  }

  #integer(): number {
    const number = Number(this.#until(';', /^-?\d{1,19}$/));
    if (!Number.isSafeInteger(number)) throw new NotSerialized();
    return number;
  }

  #length = () => Number(this.#until(':', /^\d{1,7}$/));

  #until(end: string, form: RegExp): string {
    const stop = this.#bytes.indexOf(end, this.#at);
    const text = stop < 0 || stop - this.#at > 40 ? '' : this.#next(stop - this.#at);
    if (!form.test(text)) throw new NotSerialized();
    return this.#expect(end, text);
  }

  #expect<T>(mark: string, value?: T): T {
    if (this.#next(1) !== mark) throw new NotSerialized();
    return value as T;
  }

  #next(length: number): string {
    if (this.#at + length > this.#bytes.length) throw new NotSerialized();
    this.#at += length;
    return this.#bytes.toString('utf8', this.#at - length, this.#at);
  }
}
