/** From modules to an image, SVG or PNG. */
import sharp from 'sharp';
import { invalid } from '../api/errors.ts';
import { drawLogo } from './logo.ts';
import type { Look } from './look.ts';
import type { Pattern } from './pattern.ts';

sharp.concurrency(1);
sharp.cache(false);

/** What an SVG shows: a square of modules, and how far before the first of them it begins. */
type Frame = { side: number; before: number };

/** The logo in an SVG may be shown larger than it is asked for. */
const logoPixels = { least: 256, most: 512 };

export async function toSvg(
  pattern: Pattern,
  look: Look,
  frame: Frame = { side: pattern.side, before: 0 },
): Promise<string> {
  const { size, fg, bg, style } = look;
  const { side, before } = frame;
  const isRun = style === 'squares' ? pattern.isDark : cornersOf(pattern);
  const dots = style === 'squares' ? '' : `<path fill="${fg}" d="${dotsOf(pattern)}"/>`;
  const crisp = style === 'squares' ? ' shape-rendering="crispEdges"' : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
    `viewBox="${-before} ${-before} ${side} ${side}"${crisp}>` +
    `<path fill="${bg}" d="M${-before} ${-before}h${side}v${side}H${-before}z"/>` +
    `<path fill="${fg}" d="${runsOf(pattern.side, isRun)}"/>${dots}${await logoOf(pattern, look)}</svg>`
  );
}

type Test = Pattern['isDark'];

const cornersOf =
  ({ isDark, isCorner }: Pattern): Test =>
  (row, column) =>
    isCorner(row, column) && isDark(row, column);

/** One path of runs of modules. */
function runsOf(side: number, isRun: Test): string {
  let path = '';
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const start = column;
      while (isRun(row, column)) column++;
      if (column > start) path += `M${start} ${row}h${column - start}v1h${start - column}z`;
    }
  }
  return path;
}

/** A circle for each module outside of the corners, which scanners look for by their straight edges. */
function dotsOf({ side, isDark, isCorner }: Pattern): string {
  let path = '';
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      if (!isDark(row, column) || isCorner(row, column)) continue;
      path += `M${column} ${row}.5a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0z`;
    }
  }
  return path;
}

async function logoOf({ side, logo: place }: Pattern, { size, logo }: Look): Promise<string> {
  if (!logo || !place) return '';
  const pixels = Math.round((size * place.side) / side);
  const png = await drawLogo(logo, Math.min(logoPixels.most, Math.max(logoPixels.least, pixels)));
  const at = `x="${place.at}" y="${place.at}" width="${place.side}" height="${place.side}"`;
  return (
    `<image xmlns:xlink="http://www.w3.org/1999/xlink" ${at} ` +
    `xlink:href="data:image/png;base64,${png.toString('base64')}"/>`
  );
}

/** Scanners lose modules of a single pixel. */
const leastPixels = 2;

/**
 * Each module gets as many whole pixels as fit, for sharp edges; what is left over is ground.
 * @throws `validation_failed` when they are too few
 */
export async function toPng(pattern: Pattern, look: Look): Promise<Buffer> {
  const { side } = pattern;
  const { size } = look;
  const pixelsEach = Math.floor(size / side);
  if (pixelsEach < leastPixels) {
    throw invalid({ field: 'size', message: `must be at least ${side * leastPixels} for this code as a PNG` });
  }
  if (look.style === 'squares' && !look.logo) return toPlainPng(pattern, look, pixelsEach);
  const before = Math.floor((size - side * pixelsEach) / 2) / pixelsEach;
  const svg = await toSvg(pattern, look, { side: size / pixelsEach, before });
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 9 }).toBuffer();
}

/** A pixel a module, made larger while it is compressed: the whole image is never in memory. */
function toPlainPng({ side, isDark }: Pattern, { size, fg, bg }: Look, pixelsEach: number): Promise<Buffer> {
  const [dark, light] = [fg, bg].map((colour) => Buffer.from(colour.slice(1), 'hex')) as [Buffer, Buffer];
  const pixels = Array.from({ length: side * side }, (_, at) =>
    isDark(Math.floor(at / side), at % side) ? dark : light,
  );
  const drawn = side * pixelsEach;
  const [before, after] = [Math.floor((size - drawn) / 2), Math.ceil((size - drawn) / 2)];
  return sharp(Buffer.concat(pixels), { raw: { width: side, height: side, channels: 3 } })
    .resize(drawn, drawn, { kernel: 'nearest' })
    .extend({ top: before, left: before, bottom: after, right: after, background: bg })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
