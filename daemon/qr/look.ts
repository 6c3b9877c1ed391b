/** The look of a QR code, from its parameters. Checks that the colours can be distinguished. Pure. */
import { contrast, luminance, toHex } from '../../shared/drawing/colour.ts';
import type { Ecc } from '../../shared/drawing/qr-pattern.ts';
import { etagOf } from '../../shared/http/versions.ts';
import { qr } from '../../shared/limits-of-fields.ts';
import { invalid } from '../api/errors.ts';
import { type Logo, readLogo } from './logo.ts';
import type { QrOptions } from './schema.ts';

export type Look = {
  size: number;
  /** A colour as `#rrggbb`, like `bg`. */
  fg: string;
  bg: string;
  ecc: Ecc;
  format: 'svg' | 'png';
  style: 'squares' | 'dots';
  /** Empty modules around the code. */
  margin: number;
  logo?: Logo;
};

const leastContrast = qr.contrast;

/**
 * Returns the look. `brandLogo` is the logo used for `brand`. @throws `validation_failed` for an invalid logo, and if
 * a scanner could not distinguish the colours or would swap them
 */
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
      message: 'must be darker than bg: many scanners read only dark codes on a light background',
    });
  }
}

/** Returns the ETag of an image. Increase the number when the drawing code changes. */
export const tagOfImage = (text: string, { logo, ...look }: Look) => etagOf([4, text, look], logo?.bytes);
