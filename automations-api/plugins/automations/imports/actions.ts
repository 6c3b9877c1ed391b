/** Users' actions on contact imports, with audit entries. */
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
import { administratorOnly } from '../../../host/core/permission.ts';
import type { Caller, RestRequest } from '../../../host/core/route.ts';
import { writeAudit } from '../audit/write.ts';
import { parseStatus } from '../contacts/core/statuses.ts';
import type { Context } from '../context/context.ts';
import { notFound, unprocessable } from '../core/errors.ts';
import { system } from '../core/events.ts';
import { importFolder, storeOf } from './engine.ts';
import type { ImportOptions } from './options.ts';
import { type ImportStart, NewImport } from './schema.ts';
import { keepIds } from './sources/keep-ids.ts';
import { isInstalled, type SourceName, sources } from './sources/sources.ts';

/** The id of the only workspace. A site has no other. */
export const workspaceId = 0;
const clean = compileArgs(NewImport, { forgiving: true });

/** The part of the context that commands also have. */
type Stores = Pick<Context, 'db' | 'config'>;
type Sent = RestRequest<NewImport>;

/** Queues an import of a request's file or of another plugin's contacts. */
export async function receiveImport(context: Context, sent: Sent): Promise<ImportRow> {
  checkStatus(sent.params);
  const { from, keep_ids: keepsIds } = sent.params;
  if (keepsIds) await administratorOnly(sent);
  if (keepsIds && from === undefined) throw onlyFunnelKit();
  return from === undefined ? receive(context, sent) : importFrom(context, sent.caller, { ...sent.params, from });
}

async function receive(context: Context, { file, params, caller, query }: Sent): Promise<ImportRow> {
  const id = newId('imp');
  const { from: _, ...first } = params;
  const row = rowOf(caller, id, first, first.name ?? 'contacts');
  await receiveInto(roomOf(context), importFolder(context.config), file, {
    row,
    finish: ({ fileName, fields }) => {
      const { from: __, ...args } =
        Object.keys(fields).length === 0 ? params : (clean({ ...fields, ...query }) as NewImport);
      checkStatus(args);
      return rowOf(caller, id, args, args.name ?? fileName ?? 'contacts');
    },
  });
  return auditCreated(context, caller, id);
}

const roomOf = ({ db, config }: Stores): Room => ({
  ...{ store: storeOf(db), workspaceId, quota: config.contactImports },
  lock: (trx) => lockName(withTables(trx), 'automations_leases', 'room-of-imports'),
  refuse: (limit) =>
    unprocessable(
      limit === 'atOnce'
        ? `At most ${config.contactImports.atOnce} imports can wait or run at a time. Wait until one has ended, or cancel one.`
        : `Imports can use at most ${config.contactImports.megabytes} MB. Delete an import that has ended.`,
    ),
});

/** Queues an import of a local file. @throws if it does not exist */
export async function importFile(
  context: Stores,
  by: Caller | undefined,
  args: NewImport,
  file: string,
): Promise<ImportRow> {
  checkStatus(args);
  const id = newId('imp');
  await bringFile(importFolder(context.config), id, file);
  await insertImport(storeOf(context.db), rowOf(by, id, args, path.basename(file)));
  return auditCreated(context, by, id);
}

/**
 * Queues an import of another plugin's contacts. Its file is empty until it starts. If the context has hooks, they are
 * notified of each key that the import added.
 * @throws unprocessable_entity if the tables are missing
 */
export async function importFrom(
  context: Stores & Partial<Pick<Context, 'hooks'>>,
  by: Caller | undefined,
  args: NewImport & { from: SourceName },
): Promise<ImportRow> {
  const { title } = sources[args.from];
  if (!(await isInstalled(context, args.from))) throw unprocessable(`This database has no tables of ${title}.`);
  if (args.keep_ids && args.from !== 'funnelkit') throw onlyFunnelKit();
  if (args.keep_ids && args.dry_run) throw unprocessable('keep_ids must be absent in a dry run, which keeps no ids.');
  const id = newId('imp');
  const row = rowOf(by, id, { ...args, format: args.from }, `${title}.jsonl`);
  const keys = await takeRoom(roomOf(context), 0, async (store) => {
    const kept = args.keep_ids ? await keepIds(withTables(store.db), context.config.tablePrefix, by) : [];
    await insertImport(store, row);
    return kept;
  });
  for (const key of keys) await context.hooks?.doAction('automations_key_made', key, by);
  await mkdir(importFolder(context.config), { recursive: true, mode: 0o700 });
  await writeFile(path.join(importFolder(context.config), id), '', { mode: 0o600 });
  return auditCreated(context, by, id);
}

const onlyFunnelKit = () => unprocessable('keep_ids is only for from=funnelkit.');

/** @throws unprocessable_entity */
function checkStatus({ status }: { status?: string | undefined }): void {
  if (status !== undefined) parseStatus(status);
}

const optionsOf = ({
  status,
  resubscribe,
  create_fields,
  refuse_faulty_cells,
  tag_names,
  list_names,
}: ImportStart): ImportOptions => ({
  ...(status === undefined ? {} : { status }),
  ...(resubscribe === undefined ? {} : { resubscribe }),
  ...(create_fields === undefined ? {} : { create_fields }),
  ...(refuse_faulty_cells === undefined ? {} : { refuse_faulty_cells }),
  ...(tag_names === undefined ? {} : { tag_names }),
  ...(list_names === undefined ? {} : { list_names }),
});

/** Returns the caller as JSON. */
const actorOf = ({ type, id, name }: Caller = system) => JSON.stringify({ type, id, name: name.slice(0, 200) });

const sourceOf = ({ from, keep_ids }: NewImport): ImportOptions =>
  from === undefined ? {} : { from, ...(keep_ids ? { keep_ids } : {}) };

const rowOf = (by: Caller = system, id: string, args: NewImport, name: string) => ({
  ...{ public_id: id, workspace_id: workspaceId, status: 'queued' as const, created_at: new Date() },
  actor: actorOf(by),
  ...{ requested_format: args.format ?? 'auto', on_taken: args.on_taken ?? 'change', dry_run: args.dry_run ?? false },
  options: JSON.stringify({ ...optionsOf(args), ...sourceOf(args) }),
  mapping: args.mapping === undefined ? null : JSON.stringify(args.mapping),
  ...{ file: id, file_name: name.slice(0, 255) },
});

async function auditCreated({ db }: Stores, by: Caller = system, id: string): Promise<ImportRow> {
  const row = await findImport(storeOf(db), workspaceId, id);
  if (!row) throw notFound('import');
  await writeAudit(db, by, 'import.created', {
    subject: row.id,
    data: { file_name: row.file_name, dry_run: row.dry_run },
  });
  return row;
}

/** Finds an import. @throws data_not_found */
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

/** Performs an action on an import. @throws unprocessable_entity if it is not possible */
export async function act({ db }: Pick<Context, 'db'>, by: Caller | undefined, id: number, name: Act): Promise<void> {
  const row = await getImport({ db }, id);
  const refusal = await actOnImport(storeOf(db), row, name, actorOf(by));
  if (refusal !== undefined) throw unprocessable(refusals[refusal]);
  await writeAudit(db, by, `import.${doneAs[name]}`, { subject: id, data: { file_name: row.file_name } });
}

/** Starts an import from an ended dry run, with the same file. @throws unprocessable_entity */
export async function startAgain(
  { db, config }: Context,
  by: Caller | undefined,
  id: number,
  args: ImportStart,
): Promise<void> {
  const row = await getImport({ db }, id);
  checkStatus(args);
  const previous = JSON.parse(row.options) as ImportOptions;
  const changes = {
    ...{ dry_run: args.dry_run ?? false, on_taken: args.on_taken ?? row.on_taken },
    requested_format: args.format ?? row.requested_format,
    options: JSON.stringify({ ...previous, ...optionsOf(args) }),
    // Columns without a field are proposed again, now as new fields.
    ...(args.create_fields && !previous.create_fields ? { mapping: keptOf(row, args.mapping) } : {}),
  };
  const isStarted = await takeRoom(roomOf({ db, config }), 0, (store) => runAgain(store, row, args.mapping, changes));
  if (!isStarted) throw unprocessable('Only a dry run that has ended can be started, within 24 hours of its end.');
  await writeAudit(db, by, 'import.started', { subject: id, data: { file_name: row.file_name } });
}

const keptOf = ({ mapping }: ImportRow, args: ImportStart['mapping'] = {}): string => {
  const previous = Object.entries(JSON.parse(mapping ?? '{}') as object).filter(([, target]) => target !== null);
  return JSON.stringify({ ...Object.fromEntries(previous), ...args });
};

/** Deletes an ended import. @throws unprocessable_entity if it is still running */
export async function removeEnded(context: Context, by: Caller | undefined, id: number): Promise<ImportRow> {
  const { db, config } = context;
  const row = await getImport(context, id);
  if (!(await removeImport(storeOf(db), importFolder(config), row)))
    throw unprocessable('The import has not ended. Cancel it first.');
  await writeAudit(db, by, 'import.deleted', { subject: id, data: { file_name: row.file_name } });
  return row;
}
