/** How a QR code is to look: from parameters to a look whose colours can be told apart. Pure. */
import { contrast, luminance, toHex } from '../../shared/drawing/colour.ts';
import type { Ecc } from '../../shared/drawing/qr-pattern.ts';
import { etagOf } from '../../shared/http/versions.ts';
import { qr } from '../../shared/limits-of-fields.ts';
import { invalid } from '../api/errors.ts';
import { type Logo, readLogo } from './logo.ts';
import type { QrOptions } from './schema.ts';

export type Look = {
  size: number;
  /** `#rrggbb`, as `bg`. */
  fg: string;
  bg: string;
  ecc: Ecc;
  format: 'svg' | 'png';
  style: 'squares' | 'dots';
  /** Clear modules around the code. */
  margin: number;
  logo?: Logo;
};

const leastContrast = qr.contrast;

/** `brandLogo` stands for the logo that is named. @throws `validation_failed` for a logo that is none, and when a scanner could not tell the colours apart or took one for the other. */
export function toLook({ fg = '000', bg = 'fff', ecc, logo, ...rest }: QrOptions, brandLogo?: Logo): Look {
  const colours = { fg: toHex(fg), bg: toHex(bg) };
  checkColours(colours);
  const level = (ecc ?? (logo === undefined ? 'M' : 'H')).toUpperCase() as Ecc;
  return { ...rest, ...colours, ecc: level, ...(logo === undefined ? {} : { logo: brandLogo ?? readLogo(logo) }) };
}

function checkColours({ fg, bg }: Pick<Look, 'fg' | 'bg'>): void {
  if (contrast(fg, bg) < leastContrast) {
    throw invalid({ field: 'fg', message: `must have a contrast of at least ${leastContrast}:1 to bg` });
  }
  if (luminance(fg) > luminance(bg)) {
    throw invalid({
      field: 'fg',
      message: 'must be darker than bg: many scanners read dark codes on light ground alone',
    });
  }
}

/** Of all that the image depends on; the number changes with the drawing. */
export const tagOfImage = (text: string, { logo, ...look }: Look) => etagOf([4, text, look], logo?.bytes);
