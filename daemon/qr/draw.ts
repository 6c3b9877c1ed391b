/**
 * Drawing QR codes. The loop turns between two drawings, so that redirects wait for at most one. Workspaces take turns; what
 * waits holds no image; who has left is not drawn for.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import QRCode from 'qrcode';
import sharp from 'sharp';
import { FairQueue } from '../../shared/fair-queue.ts';
import type { Numbers } from '../../shared/metrics.ts';
import { invalid } from '../api/errors.ts';

export type Look = { size: number; fg: string; bg: string; ecc: 'L' | 'M' | 'Q' | 'H'; format: 'svg' | 'png' };

/** A code within its quiet zone: `side` by `side` modules; `isDark` tells one. */
type Pattern = { side: number; isDark: (row: number, column: number) => boolean };

/** Clear modules around the code, as the standard asks. */
const quietZone = 4;

sharp.concurrency(1);
sharp.cache(false);

/** Two at a time: one may be painted on the thread pool while the other is drawn. */
const drawing = new FairQueue({
  capacity: 2,
  waitingEach: 50,
  waitingAtMost: 300,
  busy: 'too many QR codes are being drawn just now',
});

/** For metrics. */
export const qrNumbers: Numbers = {
  qr_drawn: { help: 'QR codes drawn.', value: () => drawing.numbers.begun },
  qr_refused: { help: 'QR codes refused with 503.', value: () => drawing.numbers.refused },
  qr_waiting: { help: 'QR codes that wait to be drawn.', value: () => drawing.numbers.waiting },
};

/** The image of a text; `fg` and `bg` are `#rrggbb`. @throws `unavailable` when too many wait, `validation_failed` for a size too small. */
export const drawQr = (
  text: string,
  look: Look,
  { workspaceId, signal }: { workspaceId: number; signal: AbortSignal },
): Promise<string | Buffer> =>
  drawing.run(
    String(workspaceId),
    async () => {
      await nextTurn();
      const pattern = toPattern(text, look.ecc);
      return look.format === 'svg' ? toSvg(pattern, look) : toPng(pattern, look);
    },
    { signal },
  );

function toPattern(text: string, ecc: Look['ecc']): Pattern {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: ecc });
  const isInside = (place: number) => place >= quietZone && place < quietZone + modules.size;
  return {
    side: modules.size + 2 * quietZone,
    isDark: (row, column) =>
      isInside(row) && isInside(column) && modules.get(row - quietZone, column - quietZone) !== 0,
  };
}

/** One path of runs of dark modules. */
function toSvg({ side, isDark }: Pattern, { size, fg, bg }: Look): string {
  let path = '';
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const start = column;
      while (isDark(row, column)) column++;
      if (column > start) path += `M${start} ${row}h${column - start}v1h${start - column}z`;
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${side} ${side}" ` +
    `shape-rendering="crispEdges"><path fill="${bg}" d="M0 0h${side}v${side}H0z"/><path fill="${fg}" d="${path}"/></svg>`
  );
}

/** Scanners lose modules of a single pixel. */
const leastPixels = 2;

/**
 * A pixel a module, made larger while it is compressed: the whole image is never in memory. Each module gets as many
 * whole pixels as fit, for sharp edges; what is left over is ground.
 * @throws `validation_failed` when they are too few
 */
function toPng({ side, isDark }: Pattern, { size, fg, bg }: Look): Promise<Buffer> {
  const pixelsEach = Math.floor(size / side);
  if (pixelsEach < leastPixels) {
    throw invalid({ field: 'size', message: `must be at least ${side * leastPixels} for this code as a PNG` });
  }
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
