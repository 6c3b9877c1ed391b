/** Acts of people on imports of contacts, each with its entry in the audit log. */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lockName } from '../../../../shared/db/lease-queries.ts';
import { newId } from '../../../../shared/db/public-ids.ts';
import { withTables } from '../../../../shared/db/with-tables.ts';
import { type Act, actOnImport, type Refusal, removeImport, runAgain } from '../../../../shared/import/actions.ts';
import { bringFile } from '../../../../shared/import/command.ts';
import { findImport, findImportById, insertImport } from '../../../../shared/import/queries.ts';
import { type Room, receiveInto, takeRoom } from '../../../../shared/import/quota.ts';
import type { ImportRow } from '../../../../shared/import/tables.ts';
import { compileArgs } from '../../../host/core/args.ts';
import type { Caller, RestRequest } from '../../../host/core/route.ts';
import { writeAudit } from '../audit/write.ts';
import { parseStatus } from '../contacts/core/statuses.ts';
import type { Context } from '../context/context.ts';
import { notFound, unprocessable } from '../core/errors.ts';
import { system } from '../core/events.ts';
import { importFolder, storeOf } from './engine.ts';
import type { ImportOptions } from './options.ts';
import { type ImportStart, NewImport } from './schema.ts';
import { isThere, type SourceName, sources } from './sources/sources.ts';

/** One workspace a site. */
export const workspaceId = 0;
const clean = compileArgs(NewImport, { forgiving: true });

/** A command has no more of a context. */
type Stores = Pick<Context, 'db' | 'config'>;
type Sent = Pick<RestRequest<NewImport>, 'file' | 'params' | 'caller' | 'query'>;

/** The file of a request, or the contacts of another plugin, as an import that waits for its turn. */
export function receiveImport(context: Context, sent: Sent): Promise<ImportRow> {
  checkStatus(sent.params);
  const { from } = sent.params;
  return from === undefined ? receive(context, sent) : importFrom(context, sent.caller, { ...sent.params, from });
}

async function receive(context: Context, { file, params, caller, query }: Sent): Promise<ImportRow> {
  const id = newId('imp');
  const { from: _, ...first } = params;
  const row = rowOf(caller, id, first, first.name ?? 'contacts');
  await receiveInto(roomOf(context), importFolder(context.config), file, {
    row,
    finish: ({ fileName, fields }) => {
      const { from: __, ...asked } =
        Object.keys(fields).length === 0 ? params : (clean({ ...fields, ...query }) as NewImport);
      checkStatus(asked);
      return rowOf(caller, id, asked, asked.name ?? fileName ?? 'contacts');
    },
  });
  return noteCreated(context, caller, id);
}

const roomOf = ({ db, config }: Stores): Room => ({
  ...{ store: storeOf(db), workspaceId, quota: config.contactImports },
  lock: (trx) => lockName(withTables(trx), 'automations_leases', 'room-of-imports'),
  refuse: (limit) =>
    unprocessable(
      limit === 'atOnce'
        ? `No more imports than ${config.contactImports.atOnce} can wait or run at a time. Wait until an import has ended, or cancel one.`
        : `Imports can keep ${config.contactImports.megabytes} MB. Delete an import that has ended.`,
    ),
});

/** A file of the same machine. @throws a sentence where it is not there */
export async function importFile(
  context: Stores,
  by: Caller | undefined,
  asked: NewImport,
  file: string,
): Promise<ImportRow> {
  checkStatus(asked);
  const id = newId('imp');
  await bringFile(importFolder(context.config), id, file);
  await insertImport(storeOf(context.db), rowOf(by, id, asked, path.basename(file)));
  return noteCreated(context, by, id);
}

/** The file is there and empty until the import starts. @throws unprocessable_entity where the plugin's tables are not there */
export async function importFrom(
  context: Stores,
  by: Caller | undefined,
  asked: NewImport & { from: SourceName },
): Promise<ImportRow> {
  const { title } = sources[asked.from];
  if (!(await isThere(context, asked.from))) throw unprocessable(`This database has no tables of ${title}.`);
  const id = newId('imp');
  const row = rowOf(by, id, { ...asked, format: asked.from }, `${title}.jsonl`);
  await takeRoom(roomOf(context), 0, (store) => insertImport(store, row));
  await mkdir(importFolder(context.config), { recursive: true, mode: 0o700 });
  await writeFile(path.join(importFolder(context.config), id), '', { mode: 0o600 });
  return noteCreated(context, by, id);
}

/** @throws unprocessable_entity */
function checkStatus({ status }: { status?: string | undefined }): void {
  if (status !== undefined) parseStatus(status);
}

const optionsOf = ({ status, resubscribe, create_fields, refuse_faulty_cells }: ImportStart): ImportOptions => ({
  ...(status === undefined ? {} : { status }),
  ...(resubscribe === undefined ? {} : { resubscribe }),
  ...(create_fields === undefined ? {} : { create_fields }),
  ...(refuse_faulty_cells === undefined ? {} : { refuse_faulty_cells }),
});

/** The caller as an import remembers them. */
const actorOf = ({ type, id, name }: Caller = system) => JSON.stringify({ type, id, name: name.slice(0, 200) });

const rowOf = (by: Caller = system, id: string, asked: NewImport, name: string) => ({
  ...{ public_id: id, workspace_id: workspaceId, status: 'queued' as const, created_at: new Date() },
  actor: actorOf(by),
  ...{ format_asked: asked.format ?? 'auto', on_taken: asked.on_taken ?? 'change', dry_run: asked.dry_run ?? false },
  options: JSON.stringify({ ...optionsOf(asked), ...(asked.from === undefined ? {} : { from: asked.from }) }),
  mapping: asked.mapping === undefined ? null : JSON.stringify(asked.mapping),
  ...{ file: id, file_name: name.slice(0, 255) },
});

async function noteCreated({ db }: Stores, by: Caller = system, id: string): Promise<ImportRow> {
  const row = await findImport(storeOf(db), workspaceId, id);
  if (!row) throw notFound('import');
  await writeAudit(db, by, 'import.created', {
    subject: row.id,
    data: { file_name: row.file_name, dry_run: row.dry_run },
  });
  return row;
}

/** @throws data_not_found */
export async function getImport({ db }: Pick<Context, 'db'>, id: number): Promise<ImportRow> {
  const row = await findImportById(storeOf(db), id);
  if (!row) throw notFound('import');
  return row;
}

const doneAs = { pause: 'paused', resume: 'resumed', cancel: 'cancelled', undo: 'undone' } as const;

const nothingToUndo = 'This import has nothing to undo.';
const refusals: Record<Refusal, string> = {
  not_under_way: 'The import is not running.',
  not_paused: 'The import is not paused.',
  ended: 'The import has already ended.',
  nothing_to_undo: nothingToUndo,
  too_late: 'An import can be undone for 24 hours after its end.',
  undoing: nothingToUndo,
};

/** @throws unprocessable_entity where it cannot be done */
export async function act({ db }: Pick<Context, 'db'>, by: Caller | undefined, id: number, name: Act): Promise<void> {
  const row = await getImport({ db }, id);
  const refusal = await actOnImport(storeOf(db), row, name, actorOf(by));
  if (refusal !== undefined) throw unprocessable(refusals[refusal]);
  await writeAudit(db, by, `import.${doneAs[name]}`, { subject: id, data: { file_name: row.file_name } });
}

/** An ended dry run, again from the same file. @throws unprocessable_entity */
export async function startAgain(
  { db, config }: Context,
  by: Caller | undefined,
  id: number,
  asked: ImportStart,
): Promise<void> {
  const row = await getImport({ db }, id);
  checkStatus(asked);
  const former = JSON.parse(row.options) as ImportOptions;
  const changes = {
    ...{ dry_run: asked.dry_run ?? false, on_taken: asked.on_taken ?? row.on_taken },
    format_asked: asked.format ?? row.format_asked,
    options: JSON.stringify({ ...former, ...optionsOf(asked) }),
    // Columns that were left out because they had no field are proposed again, as new fields.
    ...(asked.create_fields && !former.create_fields ? { mapping: keptOf(row, asked.mapping) } : {}),
  };
  const isStarted = await takeRoom(roomOf({ db, config }), 0, (store) => runAgain(store, row, asked.mapping, changes));
  if (!isStarted) throw unprocessable('Only a dry run that has ended can be started, within 24 hours of its end.');
  await writeAudit(db, by, 'import.started', { subject: id, data: { file_name: row.file_name } });
}

const keptOf = ({ mapping }: ImportRow, asked: ImportStart['mapping'] = {}): string => {
  const former = Object.entries(JSON.parse(mapping ?? '{}') as object).filter(([, target]) => target !== null);
  return JSON.stringify({ ...Object.fromEntries(former), ...asked });
};

/** @throws unprocessable_entity for one that continues */
export async function removeEnded(context: Context, by: Caller | undefined, id: number): Promise<ImportRow> {
  const { db, config } = context;
  const row = await getImport(context, id);
  if (!(await removeImport(storeOf(db), importFolder(config), row)))
    throw unprocessable('The import has not ended. Cancel it first.');
  await writeAudit(db, by, 'import.deleted', { subject: id, data: { file_name: row.file_name } });
  return row;
}
