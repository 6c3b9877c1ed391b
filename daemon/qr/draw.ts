/**
 * Drawing QR codes. The loop turns between two drawings, so that redirects wait for at most one. Workspaces take turns; what
 * waits holds no image; who has left is not drawn for.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import QRCode from 'qrcode';
import { FairQueue } from '../../shared/fair-queue.ts';
import type { Numbers } from '../../shared/metrics.ts';
import { type Pattern, toPng } from './png.ts';

export type Look = { size: number; fg: string; bg: string; ecc: 'L' | 'M' | 'Q' | 'H'; format: 'svg' | 'png' };

/** Clear modules around the code, as the standard asks. */
const quietZone = 4;

/** Two at a time: one may be compressed while the other is drawn. */
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

/** The image of a text; `fg` and `bg` are `#rrggbb`. @throws `unavailable` when too many wait already. */
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
      return look.format === 'svg' ? toSvg(pattern, look) : toPng(pattern, look.size, look);
    },
    { signal },
  );

/** The code within its quiet zone. */
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
