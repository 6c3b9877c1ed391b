/** The first pass over a file, which finds its format, columns, mapping and number of rows. */
import { createHash } from 'node:crypto';
import { FileFault } from './bytes.ts';
import { mostColumns } from './columns.ts';
import { type Engine, fileOf } from './engine.ts';
import { fillFile } from './fill-file.ts';
import type { Format, Mapping, Sample } from './format.ts';
import { openImportFile } from './import-file.ts';
import { deleteReport, findPreviousMapping, updateImport } from './queries.ts';
import type { ImportQuota } from './quota.ts';
import { Overtaken } from './store-batch.ts';
import type { ImportRow, ImportTables } from './tables.ts';
import { addTallies } from './tallies.ts';
import { ImportFault } from './target.ts';

const shownRows = 10;
const longestCell = 200;
const rowsBetweenLooks = 20_000;

/** Reads the file, and changes the import's status from `queued` or `reading` to `running`. */
export async function readImport<Item, Tables extends ImportTables>(
  { store, folder, formats, readSql, piecesOf, variant, survey }: Engine<Item, Tables>,
  row: ImportRow,
  quota: ImportQuota,
  signal: AbortSignal,
): Promise<void> {
  const go = (changes: Parameters<typeof updateImport>[3]) =>
    updateImport(store, row.id, ['queued', 'reading'], changes);
  const stillMine = async () => {
    if (signal.aborted || !(await go({ status: 'reading' }))) throw new Overtaken('the import was stopped');
  };
  await stillMine();
  await deleteReport(store, row.id);
  const file = fileOf(folder, row);
  const pieces = piecesOf?.(row);
  if (pieces) await fillFile(file, pieces, stillMine);
  const { form, sample, rows, notes } = await openImportFile(file, row.file_name, readSql);
  const format = chooseFormat(formats, row.requested_format, sample);
  const proposal = format.propose(sample);
  const columns = Object.keys(proposal);
  if (columns.length > mostColumns) throw new FileFault(`The file has more than ${mostColumns} columns.`);
  const columnsHash = createHash('sha256')
    .update(JSON.stringify([format.name, columns, variant]))
    .digest();
  const previous = row.mapping ?? (await findPreviousMapping(store, row.workspace_id, columnsHash, row.id));
  const preview: { number: number; columns: Record<string, unknown> }[] = [];
  const learning = survey?.(row);
  let total = 0;
  for await (const each of rows()) {
    if (++total > quota.rows) throw new ImportFault(`The file has more than ${quota.rows} rows: split it, or upgrade.`);
    learning?.see(each);
    if (preview.length < shownRows) preview.push({ number: each.number, columns: shortened(each.columns) });
    if (total % rowsBetweenLooks === 0) await stillMine();
  }
  const isGoing = await go({
    ...{ status: 'running', format: format.name, total, started_at: new Date() },
    mapping: JSON.stringify(usable({ ...proposal, ...(previous === undefined ? {} : JSON.parse(previous)) }, columns)),
    file_form: JSON.stringify(form),
    columns_found: JSON.stringify(columns),
    columns_hash: columnsHash,
    preview: JSON.stringify(preview),
    tallies: addTallies(
      null,
      [...notes].map((text) => ({ kind: 'note', text })),
    ),
    ...(learning && { options: learning.options() }),
  });
  if (!isGoing) throw new Overtaken('the import was stopped');
}

/** @throws ImportFault */
function chooseFormat<Item>(formats: readonly Format<Item>[], requested: string, sample: Sample): Format<Item> {
  if (requested !== 'auto') {
    const named = formats.find(({ name }) => name === requested);
    if (!named) throw new ImportFault(`There is no format ${requested}.`);
    return named;
  }
  const [best] = formats
    .map((format) => ({ format, points: format.recognise(sample) }))
    .sort((one, other) => other.points - one.points);
  if (!best || best.points === 0) {
    throw new ImportFault('The format of the file is unknown. Choose a format, or name the columns in the first line.');
  }
  return best.format;
}

const usable = (mapping: Mapping, columns: string[]): Mapping =>
  Object.fromEntries(columns.map((column) => [column, mapping[column] ?? null]));

const shortened = (columns: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return [
        name,
        text !== undefined && text.length > longestCell ? `${text.slice(0, longestCell)}…` : (value ?? null),
      ];
    }),
  );
