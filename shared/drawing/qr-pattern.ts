/** The modules of a QR code: which are dark, which belong to the corners, and which a logo takes. Pure. */
import QRCode from 'qrcode';

export type Ecc = 'L' | 'M' | 'Q' | 'H';

/** A code within its quiet zone: `side` by `side` modules. */
export type Pattern = {
  side: number;
  isDark: (row: number, column: number) => boolean;
  /** In one of the three corner patterns, by which scanners find a code. */
  isCorner: (row: number, column: number) => boolean;
  /** Where the logo is, in modules from the edge; a rim of clear modules around it is left out of it. */
  logo?: { at: number; side: number };
};

/** Of the code's width, cleared for a logo: some 7 % of its area, while ecc H repairs 30 %. */
const logoShare = 0.26;
const cornerModules = 7;
/** Clear modules around a logo, on each side. */
const rim = 0.5;

export function toPattern(text: string, ecc: Ecc, margin: number, withLogo: boolean): Pattern {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: ecc });
  const { size } = modules;
  // Odd, as every code's width is, so that it lies in the middle.
  const hole = withLogo ? 2 * Math.floor((size * logoShare) / 2) + 1 : 0;
  const start = (size - hole) / 2;
  const isIn = (place: number, from: number, length: number) => place >= from && place < from + length;
  const isAtEnd = (place: number) => !isIn(place, cornerModules, size - 2 * cornerModules);
  return {
    side: size + 2 * margin,
    isDark(row, column) {
      const [y, x] = [row - margin, column - margin];
      if (!isIn(y, 0, size) || !isIn(x, 0, size)) return false;
      if (isIn(y, start, hole) && isIn(x, start, hole)) return false;
      return modules.get(y, x) !== 0;
    },
    isCorner(row, column) {
      const [y, x] = [row - margin, column - margin];
      return isAtEnd(y) && isAtEnd(x) && !(y >= cornerModules && x >= cornerModules);
    },
    ...(withLogo ? { logo: { at: margin + start + rim, side: hole - 2 * rim } } : {}),
  };
}
