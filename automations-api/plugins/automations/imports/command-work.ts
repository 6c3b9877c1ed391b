/**
 * The work of `waypost automations import` and `export`. The running service does the import, because rules, webhooks and other
 * plugins get each contact's events there; the command passes the file on and follows. If the command is killed, the import
 * continues.
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
  leftByUndo: 'Tags, lists and custom fields that the import created stay.',
};

/** So long an import can wait before somebody is told that it waits. */
const patienceMs = 5_000;

export async function importContacts(tools: Tools, file: string | undefined, flags: ImportFlags) {
  const asked = askedBy(flags);
  const row = await queue(tools, file, asked, flags.from);
  const done = await followImport(
    () => getImport(tools, row.id),
    sayThatItWaits(({ status }) => status),
  );
  return concludeImport(storeOf(tools.db), done, file ?? done.file_name, { reporting, ...flags });
}

export async function undoImport(tools: Tools, id: number, flags: { json?: boolean }) {
  await act(tools, commandLine, id, 'undo');
  const done = await followUndo(
    () => getImport(tools, id),
    sayThatItWaits(({ undo_status }) => undo_status),
  );
  return concludeUndo(storeOf(tools.db), done, reporting, flags);
}

/** Once, when nothing has started for a while. */
function sayThatItWaits(statusOf: (row: ImportRow) => string | null): (row: ImportRow) => Promise<void> {
  const startedAt = Date.now();
  let isTold = false;
  return async (row) => {
    if (isTold || statusOf(row) !== 'queued' || Date.now() - startedAt < patienceMs) return;
    isTold = true;
    process.stderr.write(
      'The import waits for the service of contacts on this machine: start it, or wait for other imports.\n',
    );
  };
}

const askedBy = ({
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

function queue(tools: Tools, file: string | undefined, asked: ImportStart, from?: SourceName): Promise<ImportRow> {
  if ((file === undefined) === (from === undefined)) throw new Error('Give either a file or a plugin with --from.');
  return from === undefined
    ? importFile(tools, commandLine, asked, file as string)
    : importFrom(tools, commandLine, { ...asked, from });
}

/** Without the columns that other plugins add: they run in the service alone. */
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
