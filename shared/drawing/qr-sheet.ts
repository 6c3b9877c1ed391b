/** The layout of QR codes on sheets of paper, in millimetres from the top left corner. Pure. */

export const papers = { a4: { width: 210, height: 297 }, letter: { width: 215.9, height: 279.4 } } as const;

export type Sheet = {
  paper: keyof typeof papers;
  /** The width and height of a code, with its margin. */
  side: number;
  /** The distance between codes, and between rows. */
  gap: number;
  /** The number of codes in a row; by default as many as fit. */
  columns?: number | undefined;
  /** True if the short URL is below each code. */
  labels: boolean;
};

export type Layout = {
  width: number;
  height: number;
  codesAPage: number;
  /** Returns the position of a page's code, counted from zero. */
  placeOf: (code: number) => { x: number; y: number };
};

/** Printers cannot print nearer to the edge of the paper. */
const edge = 10;
/** The height of a label with the distance to its code. */
export const labelHeight = 5;
/** The largest size of a label's text. */
const largestText = 3;
/** The width of a character of a monospaced font, as a fraction of the font's size. */
const characterWidth = 0.6;

/** Returns undefined if not a single code fits. */
export function layoutOf({ paper, side, gap, columns, labels }: Sheet): Layout | undefined {
  const { width, height } = papers[paper];
  const rowHeight = side + (labels ? labelHeight : 0);
  const most = Math.floor((width - 2 * edge + gap) / (side + gap));
  const rows = Math.floor((height - 2 * edge + gap) / (rowHeight + gap));
  const inRow = Math.min(most, columns ?? most);
  if (inRow < 1 || rows < 1) return undefined;
  const start = (width - inRow * (side + gap) + gap) / 2;
  return {
    width,
    height,
    codesAPage: inRow * rows,
    placeOf: (code) => ({
      x: start + (code % inRow) * (side + gap),
      y: edge + Math.floor(code / inRow) * (rowHeight + gap),
    }),
  };
}

/** Returns the size of a label's text, and the distance from the left edge of its code, so that it is centred. */
export function labelOf(text: string, { side }: Pick<Sheet, 'side'>): { size: number; indent: number } {
  const size = Math.min(largestText, side / (characterWidth * text.length));
  return { size, indent: (side - characterWidth * size * text.length) / 2 };
}
