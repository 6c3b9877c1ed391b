/** The values of the form for QR codes on sheets of paper. */
import type { Sheet } from '../../../../shared/drawing/qr-sheet.ts';
import type { QrSheetInput } from '../../core/types.ts';

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

/** Builds the fields of the request. */
export const toSheetInput = ({ paper, side, gap, columns, labels }: SheetLook): Omit<QrSheetInput, 'ids'> => ({
  paper,
  side: Number(side),
  gap: Number(gap),
  ...(columns && { columns: Number(columns) }),
  labels,
});
