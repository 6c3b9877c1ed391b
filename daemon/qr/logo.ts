/**
 * The logo in the middle of a QR code, drawn from a data URI. The answer has only pixels, nothing of the original file.
 */
import { qr } from '../../shared/limits-of-fields.ts';
import { invalid } from '../api/errors.ts';
import { checkSvg } from './svg-logo.ts';

export type Logo = { type: 'png' | 'jpeg' | 'webp' | 'svg'; bytes: Buffer };

const longestBytes = qr.logo;
const mostPixels = 4_000_000;
/** Length of the maximum size in base64, with its prefix. */
export const longestLogo = Math.ceil((longestBytes * 4) / 3) + 100;

const dataUri = /^data:image\/(png|jpeg|svg\+xml)((?:;[a-z0-9=-]+)*),([\s\S]*)$/i;
const signatures = { png: '89504e470d0a1a0a', jpeg: 'ffd8ff' };

const fault = (message: string) => invalid({ field: 'logo', message });

/** @throws `validation_failed` */
export function readLogo(text: string): Logo {
  const [, subtype = '', parameters = '', data = ''] = dataUri.exec(text) ?? [];
  if (subtype === '') throw fault('must be a data URI of a PNG, a JPEG or an SVG');
  const bytes = decode(data, /;base64$/i.test(parameters));
  if (bytes.length > longestBytes)
    throw fault(`must be an image of at most ${longestBytes.toLocaleString('en')} bytes`);
  if (/svg/i.test(subtype)) {
    const checked = checkSvg(bytes);
    if ('fault' in checked) throw fault(checked.fault);
    return { type: 'svg', bytes: checked.svg };
  }
  const type = subtype.toLowerCase() as 'png' | 'jpeg';
  if (!bytes.toString('hex', 0, 8).startsWith(signatures[type])) throw fault(`is not a ${type.toUpperCase()}`);
  return { type, bytes };
}

/** Detects the type of an image. @throws `validation_failed` */
export function logoOf(bytes: Buffer): Logo {
  const hex = bytes.toString('hex', 0, 12);
  if (hex.startsWith(signatures.png)) return { type: 'png', bytes };
  if (hex.startsWith(signatures.jpeg)) return { type: 'jpeg', bytes };
  if (/^52494646.{8}57454250/.test(hex)) return { type: 'webp', bytes };
  const checked = checkSvg(bytes);
  if ('svg' in checked) return { type: 'svg', bytes: checked.svg };
  const isSvg = /<svg[\s>]/i.test(bytes.toString('latin1', 0, 1_000));
  throw fault(isSvg ? checked.fault : 'is not a PNG, JPEG, WebP or SVG');
}

function decode(data: string, isBase64: boolean): Buffer {
  try {
    const text = decodeURIComponent(data);
    // A plus sign that was not percent-encoded in a query arrives as a space.
    return isBase64 ? Buffer.from(text.replaceAll(' ', '+'), 'base64') : Buffer.from(text);
  } catch {
    throw fault('must be a data URI whose data is encoded as base64 or with percent signs');
  }
}

/** Draws the logo as large as fits into a square PNG. @throws `validation_failed` if it cannot be read */
export async function drawLogo({ type, bytes }: Logo, pixels: number): Promise<Buffer> {
  const { sharp } = await import('./sharp.ts');
  const limits = { limitInputPixels: mostPixels, failOn: 'error' } as const;
  try {
    const { width, height } = await sharp(bytes, limits).metadata();
    const density = Math.min(2_400, Math.max(1, (72 * pixels) / Math.max(width, height)));
    return await sharp(bytes, type === 'svg' ? { ...limits, density } : limits)
      .timeout({ seconds: 5 })
      .autoOrient()
      .resize(pixels, pixels, { fit: 'contain', background: '#0000' })
      .png()
      .toBuffer();
  } catch {
    throw fault('cannot be read as an image of at most 4 million pixels');
  }
}
