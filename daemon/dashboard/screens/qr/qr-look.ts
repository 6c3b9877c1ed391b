/** The look of a QR code: form values, request body, stored choices and contrast. */
import { contrast, isColour, luminance, toHex } from '../../../../shared/drawing/colour.ts';
import { qr } from '../../../../shared/limits-of-fields.ts';
import { kept } from '../../../../shared/ui/preferences.ts';
import { workspaceId } from '../../core/api.ts';
import type { Link, QrInput } from '../../core/types.ts';
import { text } from '../../text/later.ts';

/** The form's values. */
export type QrLook = {
  fg: string;
  bg: string;
  style: 'squares' | 'dots';
  format: 'svg' | 'png';
  size: string;
  margin: string;
  /** Error correction; if empty, chosen automatically, and higher with a logo. */
  ecc: '' | 'L' | 'M' | 'Q' | 'H';
  /** A data URI, `brandLogo` for the domain's logo, or empty. */
  logo: string;
};

export type QrLink = Pick<Link, 'id' | 'slug' | 'shortUrl' | 'domain'>;

/** The available options, and the plan required for the others. */
export type LookGate = {
  canColour: boolean;
  plan?: string;
  /** True if all links share a domain with a logo; `undefined` until this is known. */
  hasBrandLogo: boolean | undefined;
};

export const firstLook: QrLook = {
  fg: '#000000',
  bg: '#ffffff',
  style: 'squares',
  format: 'svg',
  size: '1024',
  margin: '4',
  ecc: '',
  logo: '',
};

/** The last look chosen in the dialog, by workspace. */
const lastLooks = kept<Record<string, Partial<QrLook>>>('qr-looks', {});

export const lastLook = (): QrLook => ({ ...firstLook, ...lastLooks.value[workspaceId.value ?? ''] });

export function keepLook(look: QrLook): void {
  lastLooks.value = { ...lastLooks.value, [workspaceId.value ?? '']: look };
}

/** Builds the request body. Colours are included only if they differ from the defaults, which need no plan. */
export function toInput({ fg, bg, style, format, size, margin, ecc, logo }: QrLook, canColour: boolean): QrInput {
  return {
    style,
    format,
    size: Number(size),
    margin: Number(margin),
    ...(canColour && fg !== firstLook.fg ? { fg } : {}),
    ...(canColour && bg !== firstLook.bg ? { bg } : {}),
    ...(ecc && { ecc }),
    ...(logo && { logo }),
  };
}

/** The logo value that makes the service use the domain's logo. All other logos are data URIs. */
export const brandLogo = 'brand';

export const eccOf = ({ ecc, logo }: QrLook) => ecc || (logo ? 'H' : 'M');

/** Returns the content of the code: the short URL with a parameter that marks scans. */
export const contentOf = ({ shortUrl }: QrLink): string => `${shortUrl}?qr=1`;

export const hexOf = (colour: string, otherwise: string): string => (isColour(colour) ? toHex(colour) : otherwise);

const leastContrast = qr.contrast;

/** Returns the colours' contrast, and the reason why the service would refuse them. */
export function contrastOf(look: QrLook): { ratio: number; fault?: string } {
  const [fg, bg] = [hexOf(look.fg, firstLook.fg), hexOf(look.bg, firstLook.bg)];
  const ratio = contrast(fg, bg);
  if (ratio < leastContrast) return { ratio, fault: text.qr.tooFaint(ratio.toFixed(1), leastContrast) };
  return luminance(fg) > luminance(bg) ? { ratio, fault: text.qr.inverted } : { ratio };
}
