/**
 * Tokens of SQL dumps by MySQL and MariaDB, from chunks of bytes: words, names, texts and marks. Comments, including
 * versioned ones, are skipped. Texts are decoded only on demand.
 */
import { FileFault } from './bytes.ts';

export type Token =
  | { kind: 'word' | 'mark'; text: string }
  /** A name in backticks. */
  | { kind: 'name'; text: string }
  /** A text in quotes; `"` can also enclose a name, depending on the server's mode. */
  | { kind: 'text'; read: () => Buffer };

/** The maximum length of a value, which is MySQL's default limit for packets. */
const longestToken = 64 * 1_024 * 1_024;

const [lineFeed, quote, doubleQuote, backtick, backslash, hash, star, slash, dash] = Buffer.from('\n\'"`\\#*/-');
const isBlank = (byte: number | undefined) => byte !== undefined && byte <= 32;
const isWordByte = (byte: number) =>
  (byte >= 48 && byte <= 57) ||
  (byte >= 65 && byte <= 90) ||
  (byte >= 97 && byte <= 122) ||
  byte >= 128 ||
  byte === 95 ||
  byte === 36 ||
  byte === 46 ||
  byte === 64;

export class SqlTokens {
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** New chunks, collected until they are as long as the incomplete token, so that each byte is read at most twice. */
  #coming: Buffer[] = [];
  #comingLength = 0;
  #isWhole = false;

  /** Adds the next bytes; undefined ends the input. */
  add(chunk: Buffer | undefined): void {
    if (chunk) this.#coming.push(chunk);
    this.#comingLength += chunk?.length ?? 0;
    this.#isWhole = chunk === undefined;
    const rest = this.#bytes.subarray(this.#at);
    if (rest.length > this.#comingLength && !this.#isWhole) return;
    this.#bytes =
      rest.length === 0 && this.#coming.length === 1 && chunk ? chunk : Buffer.concat([rest, ...this.#coming]);
    this.#at = 0;
    this.#coming = [];
    this.#comingLength = 0;
    if (this.#bytes.length > longestToken) throw new FileFault('A value of the dump is too long.');
  }

  /** True if the text ended in the middle of a token. */
  get isCut(): boolean {
    return this.#isWhole && this.#at < this.#bytes.length;
  }

  /** Returns the next token; undefined if it is incomplete. A text must be read before the next call. */
  next(): Token | undefined {
    if (this.#comingLength > 0 || !this.#skip()) return undefined;
    const start = this.#at;
    const byte = this.#bytes[start] ?? 0;
    if (byte === quote || byte === doubleQuote || byte === backtick) return this.#quoted(byte);
    let end = start;
    while (end < this.#bytes.length && isWordByte(this.#bytes[end] ?? 0)) end++;
    if (end === this.#bytes.length && !this.#isWhole) return undefined;
    this.#at = Math.max(end, start + 1);
    const text = this.#bytes.toString('latin1', start, this.#at);
    return { kind: end > start ? 'word' : 'mark', text };
  }

  /** Skips spaces and comments; false if more bytes are needed. */
  #skip(): boolean {
    for (;;) {
      while (isBlank(this.#bytes[this.#at])) this.#at++;
      if (this.#at >= this.#bytes.length) return false;
      const closing = this.#commentEnd();
      if (closing === undefined) return true;
      if (closing < 0) {
        if (this.#isWhole) this.#at = this.#bytes.length;
        return false;
      }
      this.#at = closing;
    }
  }

  /** Returns the end of a comment that starts here; undefined for no comment, -1 if its end is not read yet. */
  #commentEnd(): number | undefined {
    const [first, second, third] = this.#bytes.subarray(this.#at, this.#at + 3);
    const isShort = this.#bytes.length - this.#at < 3 && !this.#isWhole;
    if (first === slash) {
      if (isShort) return -1;
      return second === star ? past(this.#bytes.indexOf('*/', this.#at + 2), 2) : undefined;
    }
    if (first === dash && isShort) return -1;
    const isDashes = first === dash && second === dash && (third === undefined || isBlank(third));
    return first === hash || isDashes ? past(this.#bytes.indexOf(lineFeed ?? 10, this.#at), 1) : undefined;
  }

  #quoted(mark: number): Token | undefined {
    const bytes = this.#bytes;
    const start = this.#at + 1;
    let hasEscapes = false;
    let end = start;
    for (; ; end++) {
      while (end < bytes.length && bytes[end] !== mark && bytes[end] !== backslash) end++;
      // A quote at the end of the bytes can be the first half of a doubled quote.
      if (end + 1 >= bytes.length && !(this.#isWhole && bytes[end] === mark)) return undefined;
      if (bytes[end] === backslash && mark !== backtick) hasEscapes = true;
      else if (bytes[end] === mark && bytes[end + 1] === mark) hasEscapes = true;
      else if (bytes[end] === mark) break;
      else continue;
      end++;
    }
    this.#at = end + 1;
    const inner = bytes.subarray(start, end);
    const read = () => (hasEscapes ? withoutEscapes(inner, mark) : inner);
    return mark === backtick ? { kind: 'name', text: read().toString() } : { kind: 'text', read };
  }
}

const past = (place: number, length: number) => (place < 0 ? -1 : place + length);

const escapes: Record<string, number> = { '0': 0, b: 8, t: 9, n: 10, r: 13, Z: 26 };

/** Replaces doubled quotes with a single quote, and backslash escapes with their bytes. */
function withoutEscapes(inner: Buffer, mark: number): Buffer {
  const into = Buffer.alloc(inner.length);
  let length = 0;
  for (let at = 0; at < inner.length; at++) {
    const byte = inner[at] ?? 0;
    const isEscape = byte === mark || (byte === backslash && mark !== backtick);
    if (isEscape) at++;
    const next = inner[at] ?? 0;
    into[length++] = byte === backslash && isEscape ? (escapes[String.fromCharCode(next)] ?? next) : byte;
  }
  return into.subarray(0, length);
}
