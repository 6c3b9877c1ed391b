/** The values of the form for QR codes on sheets of paper. */
import type { Sheet } from '../../../../shared/drawing/qr-sheet.ts';

export type SheetLook = {
  output: 'zip' | 'pdf';
  paper: Sheet['paper'];
  side: string;
  gap: string;
  /** Empty for as many codes in a row as fit. */
  columns: string;
  labels: boolean;
};

export const firstSheet: SheetLook = { output: 'zip', paper: 'a4', side: '40', gap: '8', columns: '', labels: true };

/** Converts the form's values to a sheet, which is also the part of the request about it. */
export const toSheet = ({ paper, side, gap, columns, labels }: SheetLook): Sheet => ({
  ...{ paper, side: Number(side), gap: Number(gap), labels },
  columns: Number(columns) || undefined,
});
