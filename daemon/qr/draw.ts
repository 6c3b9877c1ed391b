/**
 * Drawing QR codes. One is drawn at a time and the loop turns in between, so that redirects wait for at most one; PNGs
 * are painted on the thread pool, two at a time.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import pLimit from 'p-limit';
import QRCode from 'qrcode';
import sharp from 'sharp';

export type Look = { size: number; fg: string; bg: string; ecc: 'L' | 'M' | 'Q' | 'H'; format: 'svg' | 'png' };

/** Clear modules around the code, as the standard asks. */
const quietZone = 4;

const drawing = pLimit(1);
const painting = pLimit(2);
sharp.concurrency(1);
sharp.cache(false);

/** The image of a text; `fg` and `bg` are `#rrggbb`. */
export async function drawQr(text: string, look: Look): Promise<string | Buffer> {
  const svg = await drawing(async () => {
    await nextTurn();
    return toSvg(text, look);
  });
  if (look.format === 'svg') return svg;
  return painting(() => sharp(Buffer.from(svg)).png({ palette: true, colours: 4 }).toBuffer());
}

/** One path of runs of dark modules. */
function toSvg(text: string, { size, fg, bg, ecc }: Look): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: ecc });
  const side = modules.size + 2 * quietZone;
  let path = '';
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      const start = column;
      while (column < modules.size && modules.get(row, column)) column++;
      if (column > start) path += `M${start + quietZone} ${row + quietZone}h${column - start}v1h${start - column}z`;
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" ` +
    `shape-rendering="crispEdges"><path fill="${bg}" d="M0 0h${side}v${side}H0z"/><path fill="${fg}" d="${path}"/></svg>`
  );
}
