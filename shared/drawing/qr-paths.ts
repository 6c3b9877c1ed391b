/** The modules of a QR code as SVG paths, with one unit per module. Pure. */
import type { Pattern } from './qr-pattern.ts';

export type QrStyle = 'squares' | 'dots';

/** Returns the `d` of one or two paths for the dark modules. */
export const pathsOf = (pattern: Pattern, style: QrStyle): string[] =>
  style === 'squares'
    ? [runsOf(pattern.side, pattern.isDark)]
    : [runsOf(pattern.side, cornersOf(pattern)), dotsOf(pattern)];

type Test = Pattern['isDark'];

const cornersOf =
  ({ isDark, isCorner }: Pattern): Test =>
  (row, column) =>
    isCorner(row, column) && isDark(row, column);

/** Builds one path from horizontal runs of modules. */
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

/** Builds a circle for each module outside the corners, whose straight edges scanners need. */
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
