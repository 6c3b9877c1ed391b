/** The heads of plain files in the tar format (POSIX ustar), which is all a backup needs of it. Any tar program reads them. */
import path from 'node:path';

export const tarBlock = 512;
/** Two empty blocks end an archive. */
export const tarEnd = Buffer.alloc(2 * tarBlock);

/** The bytes that fill up the last block of a file. */
export const tarPadding = (size: number): number => (tarBlock - (size % tarBlock)) % tarBlock;

const checksumAt = 148;
const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;

/** The block before a file's content. Its folder may have 155 bytes, its name 100. */
export function tarHead(file: string, size: number, at: Date): Buffer {
  const { dir, base } = path.posix.parse(file);
  if (Buffer.byteLength(base) > 100 || Buffer.byteLength(dir) > 155) throw new Error(`${file} is too long a name`);
  const head = Buffer.alloc(tarBlock);
  const put = (text: string, offset: number) => head.write(text, offset);
  put(base, 0);
  put(octal(0o600, 7), 100);
  put(octal(0, 7), 108);
  put(octal(0, 7), 116);
  put(octal(size, 11), 124);
  put(octal(Math.floor(at.getTime() / 1_000), 11), 136);
  put('0', 156);
  put('ustar\x0000', 257);
  put(dir, 345);
  put(`${octal(sumOf(head), 6)} `, checksumAt);
  return head;
}

/** Undefined for a block that is no head of a plain file. */
export function readTarHead(head: Buffer): { file: string; size: number } | undefined {
  if (textAt(head, 257, 6) !== 'ustar' || head[156] !== 0x30) return undefined;
  if (Number.parseInt(textAt(head, checksumAt, 8), 8) !== sumOf(head)) return undefined;
  const [dir, base, size] = [textAt(head, 345, 155), textAt(head, 0, 100), Number.parseInt(textAt(head, 124, 12), 8)];
  return Number.isSafeInteger(size) ? { file: path.posix.join(dir, base), size } : undefined;
}

const textAt = (head: Buffer, at: number, length: number) =>
  head.toString('utf8', at, at + length).split('\0', 1)[0] as string;

/** The sum of all bytes, those of the sum itself counted as spaces. */
function sumOf(head: Buffer): number {
  let sum = 8 * 0x20;
  for (const [at, byte] of head.entries()) if (at < checksumAt || at >= checksumAt + 8) sum += byte;
  return sum;
}
