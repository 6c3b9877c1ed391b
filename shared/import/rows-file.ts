/** Rows of an import with their reasons, as CSV: the file's columns and `error`. */
import { stringify } from 'csv-stringify/sync';
import { type ImportStore, listRows } from './queries.ts';
import type { ImportRow, ReasonedFate } from './tables.ts';

const rowsAtOnce = 500;

/** Formats rows as CSV, and quotes cells with a single carriage return, which also ends a line. */
const write = (rows: string[][]) => stringify(rows, { quoted_match: /\r/ });

/** Yields the CSV. Cells are unchanged, so that the file can be corrected and imported again. */
export async function* writeRows(
  store: ImportStore,
  { id, columns_found }: Pick<ImportRow, 'id' | 'columns_found'>,
  fates: readonly ReasonedFate[],
  isWanted: (row: { fate: ReasonedFate; why: string }) => boolean = () => true,
): AsyncGenerator<string> {
  let names: string[] | undefined;
  for (let after = 0; ; ) {
    const rows = await listRows(store, id, [...fates], { after, limit: rowsAtOnce });
    const parsed = rows
      .filter(isWanted)
      .map(({ cells, why }) => ({ cells: JSON.parse(cells) as Record<string, unknown>, why }));
    if (!names) {
      const known: string[] = columns_found === null ? [] : JSON.parse(columns_found);
      names = [...new Set([...(parsed[0] ? Object.keys(parsed[0].cells) : known)])];
      yield write([[...names, 'error']]);
    }
    const columns = names;
    if (parsed.length > 0)
      yield write(parsed.map(({ cells, why }) => [...columns.map((name) => toCell(cells[name])), why]));
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return;
    after = last.number;
  }
}

function toCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
