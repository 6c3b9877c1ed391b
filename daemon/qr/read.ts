/** The reading of a QR code like a scanner, to verify that a drawn code is readable. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { readBarcodes } from 'zxing-wasm/reader';

/** Maximum side of an image. Larger images are scaled down first, which limits the time on the event loop. */
const side = 480;

/** The ImageData type of browsers. */
type Image = Parameters<typeof readBarcodes>[0];

type Reader = { readBarcodes: typeof readBarcodes };

let opened: Promise<Reader> | undefined;

/** Loads and compiles the reader, which is WebAssembly, for the first code. */
const openReader = () => (opened ??= loadReader());

async function loadReader(): Promise<Reader> {
  const bytes = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  const reader = await import('zxing-wasm/reader');
  await reader.prepareZXingModule({ overrides: { wasmBinary: bytes.buffer as ArrayBuffer }, fireImmediately: true });
  return reader;
}

/** Returns the text of a code, or undefined if it cannot be read. An SVG is drawn with `side`. */
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
