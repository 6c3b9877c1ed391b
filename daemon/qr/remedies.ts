/**
 * Changes that can make an unreadable look readable, the smallest first. `message` describes the fault of the option.
 * Pure.
 */
import type { Look } from './look.ts';

type Remedy = { field: string; message: string; change: (look: Look) => Look };

const usualMargin = 4;
const ampleSize = 1_024;

export const remedies: Remedy[] = [
  {
    field: 'ecc',
    message: 'is too low for this logo; with H, the highest level, the code can be read',
    change: (look) => (look.logo ? { ...look, ecc: 'H' } : look),
  },
  {
    field: 'margin',
    message: `is too small for the code to be read; ${usualMargin} is enough`,
    change: (look) => ({ ...look, margin: Math.max(look.margin, usualMargin) }),
  },
  {
    field: 'size',
    message: 'is too small for the code to be read',
    change: (look) => (look.format === 'png' ? { ...look, size: Math.max(look.size, ampleSize) } : look),
  },
  {
    field: 'style',
    message: 'cannot be read in this code; squares can',
    change: (look) => ({ ...look, style: 'squares' }),
  },
  {
    field: 'logo',
    message: 'is too large for the code to be read',
    change: ({ logo: _, ...look }) => look,
  },
  {
    field: 'fg',
    message: 'cannot be read on bg; black on white can',
    change: (look) => ({ ...look, fg: '#000000', bg: '#ffffff' }),
  },
];
