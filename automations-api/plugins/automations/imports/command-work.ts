/**
 * The work of `waypost automations import` and `export`. The command only queues the file and follows the import. The
 * running service performs it, since rules, webhooks and other plugins run there. So the import continues if the
 * command is killed.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formats } from '../../../../shared/export/formats.ts';
import { concludeImport, concludeUndo, followImport, followUndo } from '../../../../shared/import/command.ts';
import type { Reporting } from '../../../../shared/import/report.ts';
import type { ImportRow } from '../../../../shared/import/tables.ts';
import type { ExportColumn } from '../../../host/extensions.ts';
import type { PluginTools } from '../../../host/plugin.ts';
import { Registry } from '../../../host/registry.ts';
import { commandLine, writeAudit } from '../audit/write.ts';
import { createUserFinder } from '../contacts/core/wordpress-users.ts';
import type { AutomationsTables } from '../core/tables.ts';
import { columnsOf, exportColumns } from '../export/columns.ts';
import { exportContacts } from '../export/export-contacts.ts';
import { listFields } from '../fields/core/queries.ts';
import { withoutIndex } from '../finder/core/finder.ts';
import { act, getImport, importFile, importFrom } from './actions.ts';
import { storeOf } from './engine.ts';
import type { OnTaken } from './options.ts';
import { otherContact } from './plan-contact.ts';
import type { ImportStart } from './schema.ts';
import type { SourceName } from './sources/sources.ts';

type Tools = PluginTools<AutomationsTables>;

export type ImportFlags = {
  json?: boolean;
  format: NonNullable<ImportStart['format']>;
  from?: SourceName;
  keepIds?: boolean;
  onTaken: OnTaken;
  dryRun?: boolean;
  createFields?: boolean;
  refuseFaultyCells?: boolean;
  status?: string;
  resubscribe?: boolean;
  mapping?: Record<string, string | null>;
};

const reporting: Reporting = {
  idOf: ({ id }) => id,
  undoCommand: 'waypost automations import undo',
  notable: [otherContact],
  adviceOn: () => undefined,
  leftByUndo: 'Tags, lists, custom fields and API keys that the import created stay.',
};

/** The time after which a message explains why the import has not started. */
const noticeAfterMs = 5_000;

export async function importContacts(tools: Tools, file: string | undefined, flags: ImportFlags) {
  const args = argsOf(flags);
  const row = await queue(tools, file, args, flags);
  const done = await followImport(
    () => getImport(tools, row.id),
    createWaitNotice(({ status }) => status),
  );
  return concludeImport(storeOf(tools.db), done, file ?? done.file_name, { reporting, ...flags });
}

export async function undoImport(tools: Tools, id: number, flags: { json?: boolean }) {
  await act(tools, commandLine, id, 'undo');
  const done = await followUndo(
    () => getImport(tools, id),
    createWaitNotice(({ undo_status }) => undo_status),
  );
  return concludeUndo(storeOf(tools.db), done, reporting, flags);
}

/** Creates the function that prints one notice if the import has not started for a while. */
function createWaitNotice(statusOf: (row: ImportRow) => string | null): (row: ImportRow) => Promise<void> {
  const startedAt = Date.now();
  let isShown = false;
  return async (row) => {
    if (isShown || statusOf(row) !== 'queued' || Date.now() - startedAt < noticeAfterMs) return;
    isShown = true;
    process.stderr.write(
      'The import is waiting for the contacts service on this machine: start it, or wait for other imports.\n',
    );
  };
}

const argsOf = ({
  format,
  onTaken,
  dryRun,
  createFields,
  refuseFaultyCells,
  status,
  resubscribe,
  mapping,
}: ImportFlags): ImportStart => ({
  ...{ format, on_taken: onTaken, dry_run: dryRun ?? false },
  ...(createFields === undefined ? {} : { create_fields: createFields }),
  ...(refuseFaultyCells === undefined ? {} : { refuse_faulty_cells: refuseFaultyCells }),
  ...(status === undefined ? {} : { status }),
  ...(resubscribe === undefined ? {} : { resubscribe }),
  ...(mapping === undefined ? {} : { mapping }),
});

function queue(
  tools: Tools,
  file: string | undefined,
  args: ImportStart,
  { from, keepIds = false }: ImportFlags,
): Promise<ImportRow> {
  if ((file === undefined) === (from === undefined)) throw new Error('Give either a file or a plugin with --from.');
  if (keepIds && from === undefined) throw new Error('Give a plugin with --from to keep its ids.');
  return from === undefined
    ? importFile(tools, commandLine, args, file as string)
    : importFrom(tools, commandLine, { ...args, from, keep_ids: keepIds });
}

/** Exports all contacts. Leaves out the columns of other plugins, because these run only in the service. */
export async function exportAll({ db, config }: Tools, format: 'csv' | 'jsonl'): Promise<void> {
  const columns = new Registry<ExportColumn>('column of exports');
  for (const column of exportColumns) columns.add(column, { plugin: 'automations', trusted: true });
  const findWordPressUsers = createUserFinder(db, config.tablePrefix);
  const sources = { db, contactIndex: withoutIndex, findWordPressUsers };
  const text = exportContacts(sources, [], columnsOf(columns, await listFields(db)), formats[format]);
  await writeAudit(db, commandLine, 'contacts.exported', {
    subject: formats[format].extension,
    data: { conditions: [] },
  });
  await pipeline(Readable.from(text), process.stdout, { end: false });
}
