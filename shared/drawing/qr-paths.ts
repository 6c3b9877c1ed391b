/** The modules of a QR code as shapes and as SVG paths, with one unit per module. Pure. */
import type { Pattern } from './qr-pattern.ts';

export type QrStyle = 'squares' | 'dots';

/** The position of a shape's top left corner, and its width. Each shape is one module high. */
type Shape = { row: number; column: number; width: number };

/** Returns the dark modules as horizontal runs, and as circles, which only the style `dots` has. */
export const shapesOf = (pattern: Pattern, style: QrStyle): { runs: Shape[]; dots: Shape[] } =>
  style === 'squares'
    ? { runs: runsOf(pattern.side, pattern.isDark), dots: [] }
    : { runs: runsOf(pattern.side, cornersOf(pattern)), dots: dotsOf(pattern) };

/** Returns the `d` of one or two paths for the dark modules. */
export function pathsOf(pattern: Pattern, style: QrStyle): string[] {
  const { runs, dots } = shapesOf(pattern, style);
  const squares = runs.map(({ row, column, width }) => `M${column} ${row}h${width}v1h${-width}z`).join('');
  if (style === 'squares') return [squares];
  return [squares, dots.map(({ row, column }) => `M${column} ${row}.5a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0z`).join('')];
}

type Test = Pattern['isDark'];

const cornersOf =
  ({ isDark, isCorner }: Pattern): Test =>
  (row, column) =>
    isCorner(row, column) && isDark(row, column);

function runsOf(side: number, isRun: Test): Shape[] {
  const runs: Shape[] = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const start = column;
      while (isRun(row, column)) column++;
      if (column > start) runs.push({ row, column: start, width: column - start });
    }
  }
  return runs;
}

/** Returns a circle for each module outside the corners, whose straight edges scanners need. */
function dotsOf({ side, isDark, isCorner }: Pattern): Shape[] {
  const dots: Shape[] = [];
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      if (isDark(row, column) && !isCorner(row, column)) dots.push({ row, column, width: 1 });
    }
  }
  return dots;
}
