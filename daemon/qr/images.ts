/** The drawing of modules as an SVG or PNG. */
import { pathsOf } from '../../shared/drawing/qr-paths.ts';
import type { Pattern } from '../../shared/drawing/qr-pattern.ts';
import { invalid } from '../api/errors.ts';
import { drawLogo } from './logo.ts';
import type { Look } from './look.ts';

/** The view of an SVG: the side of its square in modules, and the offset before the first module. */
type Frame = { side: number; before: number };

/** Bounds of a logo's size in an SVG, in pixels. The SVG can be shown larger than the requested size. */
const logoPixels = { least: 256, most: 512 };

export async function toSvg(
  pattern: Pattern,
  look: Look,
  frame: Frame = { side: pattern.side, before: 0 },
): Promise<string> {
  const { size, fg, bg, style } = look;
  const { side, before } = frame;
  const modules = pathsOf(pattern, style).map((path) => `<path fill="${fg}" d="${path}"/>`);
  const crisp = style === 'squares' ? ' shape-rendering="crispEdges"' : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" ` +
    `viewBox="${-before} ${-before} ${side} ${side}"${crisp}>` +
    `<path fill="${bg}" d="M${-before} ${-before}h${side}v${side}H${-before}z"/>` +
    `${modules.join('')}${await logoOf(pattern, look)}</svg>`
  );
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

/** Minimum size of a module. Scanners cannot read modules of a single pixel. */
const leastPixels = 2;

/**
 * Draws a PNG. For sharp edges, each module has as many whole pixels as fit; the rest is background.
 * @throws `validation_failed` if the size is too small
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
  const { sharp } = await import('./sharp.ts');
  return sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 9 }).toBuffer();
}

/** Draws one pixel per module. sharp enlarges the image during compression, so the whole image is never in memory. */
async function toPlainPng({ side, isDark }: Pattern, { size, fg, bg }: Look, pixelsEach: number): Promise<Buffer> {
  const { sharp } = await import('./sharp.ts');
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
