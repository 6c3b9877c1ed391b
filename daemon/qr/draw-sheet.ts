/** QR codes on sheets of paper as a PDF file, as vectors with their size in millimetres. */
import type { Config } from '../../shared/config/config.ts';
import { shapesOf } from '../../shared/drawing/qr-paths.ts';
import { type Pattern, toPattern } from '../../shared/drawing/qr-pattern.ts';
import { labelHeight, labelOf, layoutOf, type Sheet } from '../../shared/drawing/qr-sheet.ts';
import { shortUrlOf } from '../../shared/link-clicks/short-url.ts';
import { invalid } from '../api/errors.ts';
import { domainOf } from '../links/core/link.ts';
import type { LinkRow } from '../links/core/queries.ts';
import { drawQr } from './draw.ts';
import { type DrawFor, textOf } from './draw-many.ts';
import { drawLogo } from './logo.ts';
import type { Look } from './look.ts';
import { type PdfImage, type PdfPage, pdfNames, pdfNumber, pdfOf, pdfText } from './pdf.ts';

type Settings = Pick<Config, 'baseUrl' | 'defaultShortDomain'>;

/** The side of a logo in pixels: 300 per inch on a code of 15 cm. */
const logoPixels = 512;

/** @throws `validation_failed` if no code fits on a sheet; like `drawQr` for each code */
export async function drawSheets(
  config: Settings,
  links: LinkRow[],
  { look, sheet }: { look: Look; sheet: Sheet },
  caller: DrawFor,
): Promise<Buffer> {
  const layout = layoutOf(sheet);
  if (!layout) throw invalid({ field: 'side', message: 'is too large for this paper' });
  const pages: PdfPage[] = [];
  const { width, height, codesAPage, placeOf } = layout;
  for (const [at, link] of links.entries()) {
    const text = textOf(config, link);
    // The image is not used: drawing it waits for the caller's turn, and verifies that a scanner can read the code.
    await drawQr(text, { ...look, format: 'svg' }, caller);
    const pattern = toPattern(text, look.ecc, look.margin, look.logo !== undefined);
    if (at % codesAPage === 0) pages.push({ width, height, content: '' });
    const { x, y } = placeOf(at % codesAPage);
    const label = shortUrlOf(config, domainOf(config, link), link.slug).replace(/^https?:\/\//, '');
    const drawn = [codeOf(pattern, look, { x, y, side: sheet.side })];
    if (sheet.labels) drawn.push(textBelow(label, sheet, { x, y }));
    (pages.at(-1) as PdfPage).content += `${drawn.join('\n')}\n`;
  }
  return pdfOf(pages, look.logo && (await imageOf(look.logo)));
}

async function imageOf(logo: NonNullable<Look['logo']>): Promise<PdfImage> {
  const { sharp } = await import('./sharp.ts');
  const { data, info } = await sharp(await drawLogo(logo, logoPixels))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, pixels: data };
}

/** Returns a code's operators, with one unit per module. */
function codeOf(pattern: Pattern, { fg, bg, style }: Look, { x, y, side }: { x: number; y: number; side: number }) {
  const scale = pdfNumber(side / pattern.side);
  const { runs, dots } = shapesOf(pattern, style);
  const shapes = [
    ...runs.map(({ row, column, width }) => `${column} ${row} ${width} 1 re`),
    ...dots.map(({ row, column }) => circleAt(column, row)),
  ];
  return [
    `q ${scale} 0 0 ${scale} ${pdfNumber(x)} ${pdfNumber(y)} cm`,
    `${colourOf(bg)} 0 0 ${pattern.side} ${pattern.side} re f`,
    `${colourOf(fg)} ${shapes.join(' ')} f`,
    ...(pattern.logo ? [logoAt(pattern.logo)] : []),
    'Q',
  ].join('\n');
}

const colourOf = (colour: string) =>
  `${[...Buffer.from(colour.slice(1), 'hex')].map((part) => pdfNumber(part / 255)).join(' ')} rg`;

/** Images have their first row at the top, so y is turned round again. */
const logoAt = ({ at, side }: NonNullable<Pattern['logo']>) =>
  `q ${side} 0 0 -${side} ${at} ${at + side} cm ${pdfNames.image} Do Q`;

/** The distance of the control points of a quarter circle with a diameter of 1. */
const bend = 0.2761;

/** Returns a circle in a module's square as four curves. */
function circleAt(x: number, y: number): string {
  const [cx, cy] = [x + 0.5, y + 0.5];
  const n = pdfNumber;
  const curve = (...points: number[]) => `${points.map(n).join(' ')} c`;
  return [
    `${n(x)} ${n(cy)} m`,
    curve(x, cy - bend, cx - bend, y, cx, y),
    curve(cx + bend, y, x + 1, cy - bend, x + 1, cy),
    curve(x + 1, cy + bend, cx + bend, y + 1, cx, y + 1),
    curve(cx - bend, y + 1, x, cy + bend, x, cy),
  ].join(' ');
}

function textBelow(label: string, sheet: Sheet, { x, y }: { x: number; y: number }): string {
  const { size, indent } = labelOf(label, sheet);
  const [left, base] = [x + indent, y + sheet.side + labelHeight - 1.5].map(pdfNumber);
  return `BT 0 0 0 rg ${pdfNames.font} ${pdfNumber(size)} Tf 1 0 0 -1 ${left} ${base} Tm ${pdfText(label)} Tj ET`;
}
