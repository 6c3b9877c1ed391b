/** Reading a QR code as a scanner would, to know that what was drawn can be read. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { readBarcodes } from 'zxing-wasm/reader';

/** Pixels of the side that is looked at: a larger image is made smaller first, which bounds the time on the loop. */
const side = 480;

/** An ImageData of browsers. */
type Image = Parameters<typeof readBarcodes>[0];

type Reader = { readBarcodes: typeof readBarcodes };

let opened: Promise<Reader> | undefined;

/** The reader is WebAssembly, loaded and compiled when the first code is read. */
const openReader = () => (opened ??= loadReader());

async function loadReader(): Promise<Reader> {
  const bytes = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const reader = await import('zxing-wasm/reader');
  await reader.prepareZXingModule({ overrides: { wasmBinary: bytes.buffer as ArrayBuffer }, fireImmediately: true });
  return reader;
}

/** The text of a code; undefined when it cannot be read. An SVG is drawn as large as is looked at. */
export async function readQr(image: string | Buffer, size: number): Promise<string | undefined> {
  const input = typeof image === 'string' ? Buffer.from(image) : image;
  const { sharp } = await import('./sharp.ts');
  const density = Math.min(2_400, Math.max(1, (72 * side) / size));
  const { data, info } = await sharp(input, typeof image === 'string' ? { density } : {})
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const reader = await openReader();
  const pixels = {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
  };
  const [found] = await reader.readBarcodes(pixels as Image, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  return found?.text;
}
