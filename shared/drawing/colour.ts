/** Colours: their normal form and their contrast. Pure. */

/** Returns `#rrggbb` for RGB or RRGGBB, with or without `#`, in upper or lower case. */
export function toHex(text: string): string {
  const digits = text.replace('#', '').toLowerCase();
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}

/** Returns whether a text is RGB or RRGGBB, with or without `#`. */
export const isColour = (text: string): boolean => /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text);

/** Returns black or white, whichever is more readable on a `#rrggbb` colour. */
export const inkOn = (colour: string): string =>
  contrast(colour, '#ffffff') >= contrast(colour, '#000000') ? '#ffffff' : '#000000';

/** Computes the WCAG 2 contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Computes the relative luminance of a `#rrggbb` colour, 0 to 1. */
export function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const step = 0.1;

/** Moves a colour towards another one until it has enough contrast with the background. */
export function withContrast(
  colour: string,
  { ground, towards, least }: { ground: string; towards: string; least: number },
): string {
  for (let share = 0; share < 1; share += step) {
    const moved = mix(colour, towards, share);
    if (contrast(moved, ground) >= least) return moved;
  }
  return towards;
}

const parts = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

function mix(colour: string, other: string, share: number): string {
  const others = parts(other);
  const mixed = parts(colour).map((part, at) => Math.round(part * (1 - share) + (others[at] ?? 0) * share));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
