/** The modules of a QR code: the dark ones, the corners, and the space for a logo. Pure. */
import QRCode from 'qrcode';

export type Ecc = 'L' | 'M' | 'Q' | 'H';

/** A code with its quiet zone: `side` by `side` modules. */
export type Pattern = {
  side: number;
  isDark: (row: number, column: number) => boolean;
  /** True in the three corner patterns by which scanners find a code. */
  isCorner: (row: number, column: number) => boolean;
  /** The logo's position, in modules from the edge, without the clear modules around it. */
  logo?: { at: number; side: number };
};

/** Fraction of the code's width that is cleared for a logo: about 7 % of the area. Level H can repair 30 %. */
const logoShare = 0.26;
const cornerModules = 7;
/** Clear modules on each side of a logo. */
const rim = 0.5;

export function toPattern(text: string, ecc: Ecc, margin: number, withLogo: boolean): Pattern {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: ecc });
  const { size } = modules;
  // An odd number, like every code's width, so that the logo is centred.
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
