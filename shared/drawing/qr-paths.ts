/** Converts the modules of a QR code to the paths of an SVG with one unit a module. Pure. */
import type { Pattern } from './qr-pattern.ts';

export type QrStyle = 'squares' | 'dots';

/** The dark modules, as the `d` of one path or of two. */
export const pathsOf = (pattern: Pattern, style: QrStyle): string[] =>
  style === 'squares'
    ? [runsOf(pattern.side, pattern.isDark)]
    : [runsOf(pattern.side, cornersOf(pattern)), dotsOf(pattern)];

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

/** A circle for each module outside the corners, which scanners find by their straight edges. */
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
