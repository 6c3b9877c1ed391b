/**
 * Two-coloured squares as PNG, one bit a pixel: a picture of 2,048 pixels is half a megabyte while it is made, and some
 * kilobytes when it is done. Compression runs on the thread pool.
 */
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const compress = promisify(deflate);

/** A pattern of `side` by `side` modules; `isDark` tells one. */
export type Pattern = { side: number; isDark: (row: number, column: number) => boolean };
export type Colours = { fg: string; bg: string };

const signature = Buffer.from('89504e470d0a1a0a', 'hex');
const same = 0;
const likeAbove = 2;

/** `size` pixels wide and high; a module takes as many of them as fit, one more or less. */
export async function toPng(pattern: Pattern, size: number, { fg, bg }: Colours): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // One bit a pixel, which is an index of the palette.
  header.set([1, 3], 8);
  const palette = Buffer.from(`${bg}${fg}`.replaceAll('#', ''), 'hex');
  const pixels = await compress(draw(pattern, size));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Rows of pixels, each behind the byte that says how it is to be read; a row like the one above is all zeros. */
function draw({ side, isDark }: Pattern, size: number): Buffer {
  const rowBytes = 1 + Math.ceil(size / 8);
  const rows = Buffer.alloc(size * rowBytes);
  const moduleAt = Array.from({ length: size }, (_, pixel) => Math.floor((pixel * side) / size));
  for (let y = 0; y < size; y++) {
    const at = y * rowBytes;
    const row = moduleAt[y] as number;
    rows[at] = row === moduleAt[y - 1] ? likeAbove : same;
    if (rows[at] === likeAbove) continue;
    for (let x = 0; x < size; x++) {
      const byte = at + 1 + (x >> 3);
      if (isDark(row, moduleAt[x] as number)) rows[byte] = (rows[byte] as number) | (128 >> (x & 7));
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(content.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(content, 4);
  whole.writeUInt32BE(crc32(content), content.length + 4);
  return whole;
}
