/** A command's report on an import or an undo: an object for programs, and lines for people. */
import { counted } from '../plural.ts';
import { type ImportStore, listRows } from './queries.ts';
import { notesOf, reasonsOf, undoOf } from './shown-parts.ts';
import type { ImportRow, ReasonedFate } from './tables.ts';

/** The parts of a report that depend on the command, such as ids and advice. */
export type Reporting = {
  /** Returns the id that the command's options take. */
  idOf: (row: ImportRow) => string | number;
  undoCommand: string;
  /**
   * Reasons for skipping that matter to the operator: rows skipped for one of these are also written to the errors file.
   */
  notable: readonly string[];
  /** Returns advice about a reason, such as a helpful option. */
  adviceOn: (reason: string) => string | undefined;
  /** A sentence about what an undo does not remove, such as `Tags that the import created stay.` */
  leftByUndo: string;
};

type Reason = { fate: ReasonedFate; text: string; rows: number; example: string | null; advice?: string };

const longestExample = 120;

async function explain(store: ImportStore, row: ImportRow, { adviceOn }: Reporting): Promise<Reason[]> {
  const reasons: Reason[] = [];
  for (const { fate, text, rows } of reasonsOf(row)) {
    const [first] = await listRows(store, row.id, [fate], { after: 0, limit: 1, why: text });
    const advice = adviceOn(text);
    const example = first ? `row ${first.number}: ${inBrief(first.cells)}` : null;
    reasons.push({ fate, text, rows, example, ...(advice === undefined ? {} : { advice }) });
  }
  return reasons;
}

/** Returns the first cells of a row. */
function inBrief(cells: string): string {
  const filled = Object.values(JSON.parse(cells) as object).filter((cell) => cell !== null && cell !== '');
  const text = filled.map((cell) => (typeof cell === 'object' ? JSON.stringify(cell) : String(cell))).join(', ');
  const line = text.replace(/\s/g, ' ');
  return line.length > longestExample ? `${line.slice(0, longestExample)}…` : line;
}

export async function reportOf(store: ImportStore, row: ImportRow, reporting: Reporting, errorsFile: string | null) {
  const { created, changed, skipped, failed, dry_run: dryRun } = row;
  const error = row.status === 'failed' ? row.error : null;
  const id = reporting.idOf(row);
  const undo = !dryRun && created + changed > 0 ? `${reporting.undoCommand} ${id}` : null;
  const reasons = await explain(store, row, reporting);
  return {
    ...{ error, created, changed, skipped, failed, errorsFile },
    id,
    dryRun,
    undo,
    reasons,
    notes: notesOf(row),
  };
}

type Report = Awaited<ReturnType<typeof reportOf>>;

/** Returns 0 if no row failed; otherwise 1 if nothing was imported, and 3 if something was. */
export function exitCodeOf({ error, created, changed, failed }: Report): number {
  if (error === null && failed === 0) return 0;
  return created + changed === 0 ? 1 : 3;
}

export const linesOf = ({ error, dryRun, notes, errorsFile, undo, id, ...report }: Report): string =>
  [
    ...(error === null ? [] : [`the import ended early: ${error}`]),
    ...(['created', 'changed', 'skipped', 'failed'] as const).flatMap((fate) => [
      `${dryRun ? wouldBe[fate] : fate}: ${report[fate]}`,
      ...report.reasons.filter((reason) => reason.fate === fate).map(lineOf),
    ]),
    ...(notes.length > 0 ? ['notes:', ...notes.map(({ text, rows }) => `  ${counted(rows, 'row')}: ${text}`)] : []),
    ...(errorsFile === null ? [] : [`errors file: ${errorsFile}`]),
    `import: ${id}`,
    ...(undo === null ? [] : [`to undo it within 24 hours: ${undo}`]),
  ].join('\n');

const wouldBe = {
  created: 'would be created',
  changed: 'would be changed',
  skipped: 'would be skipped',
  failed: 'would fail',
} as const;

const lineOf = ({ text, rows, example, advice }: Reason): string =>
  [`  ${counted(rows, 'row')}: ${text}`, advice, example && `(${example})`].filter(Boolean).join(' ');

export async function undoReportOf(store: ImportStore, row: ImportRow, reporting: Reporting) {
  const { deleted = 0, restored = 0, kept = 0 } = undoOf(row) ?? {};
  const reasons = (await explain(store, row, reporting)).filter(({ fate }) => fate === 'kept');
  return { id: reporting.idOf(row), deleted, restored, kept, reasons, left: reporting.leftByUndo };
}

export const linesOfUndo = ({ id, reasons, left, ...counts }: Awaited<ReturnType<typeof undoReportOf>>): string =>
  [
    `import: ${id}`,
    ...Object.entries(counts).map(([name, count]) => `${name}: ${count}`),
    ...reasons.map(lineOf),
    left,
  ].join('\n');
