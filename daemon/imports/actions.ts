/** Users' actions on imports of links, each with an entry in the audit log. */
import { inTransaction } from '../../shared/db/db.ts';
import { type Act, actOnImport, type Refusal, removeImport, runAgain } from '../../shared/import/actions.ts';
import { takeRoom } from '../../shared/import/quota.ts';
import type { ImportRow } from '../../shared/import/tables.ts';
import type { Actor } from '../../shared/people/actor.ts';
import type { Context } from '../api/context.ts';
import { recordAudit } from '../audit-log/record.ts';
import { linkImportNames } from '../core/import-names.ts';
import type { Auth } from '../identity/auth.ts';
import { linkEngine } from './engine.ts';
import type { ImportOptions } from './import-context.ts';
import { roomOf } from './quota.ts';
import type { ImportStart } from './schema.ts';

const refusals: Record<Refusal, string> = {
  not_under_way: 'the import is not running',
  not_paused: 'the import is not paused',
  ended: 'the import has already ended',
  nothing_to_undo: 'this import has nothing to undo',
  too_late: 'an import can be undone for 24 hours after its end',
  undoing: 'this import is already being undone',
};

/** Performs an action. Resolves to the reason if it is refused, otherwise to undefined. */
export async function act(
  context: Pick<Context, 'db'>,
  auth: Pick<Auth, 'workspaceId'> & { actor: Actor },
  row: ImportRow,
  name: Act,
): Promise<string | undefined> {
  const store = { db: context.db, names: linkImportNames };
  const refusal = await actOnImport(store, row, name, JSON.stringify(auth.actor));
  if (refusal !== undefined) return refusals[refusal];
  await auditImport(context, auth, name, row);
  return undefined;
}

/** Starts an ended dry run again. Returns false if the import is not an ended dry run. */
export async function startAgain(context: Context, auth: Auth, row: ImportRow, body: ImportStart): Promise<boolean> {
  const { domains }: ImportOptions = JSON.parse(row.options);
  const changes = {
    ...{ dry_run: body.dryRun ?? false, on_taken: body.onTaken ?? row.on_taken },
    ...{ requested_format: body.format ?? row.requested_format, actor: JSON.stringify(auth.actor) },
    options: JSON.stringify({ domains: body.domains ?? domains } satisfies ImportOptions),
  };
  const isStarted = await takeRoom(roomOf(context, auth), 0, (store) => runAgain(store, row, body.mapping, changes));
  if (isStarted) await auditImport(context, auth, 'start', row);
  return isStarted;
}

/** Deletes an import. Returns false if it has not ended or is being undone. */
export async function remove(context: Context, auth: Auth, row: ImportRow): Promise<boolean> {
  const { store, folder } = linkEngine(context);
  const isRemoved = await removeImport(store, folder, row);
  if (isRemoved) await auditImport(context, auth, 'delete', row);
  return isRemoved;
}

export const auditImport = (
  { db }: Pick<Context, 'db'>,
  { workspaceId, actor }: Pick<Auth, 'workspaceId'> & { actor: Actor },
  name: Act | 'create' | 'start' | 'delete',
  { public_id: objectId, file_name: fileName, ...row }: Pick<ImportRow, 'public_id' | 'file_name'> & Partial<ImportRow>,
): Promise<void> => {
  // The links of an import and of its undo have no entries of their own.
  const { created = 0, changed = 0 } = row;
  const details = { fileName, ...(name === 'undo' ? { count: created + changed } : {}) };
  const entry = { workspaceId, actor, action: `import.${name}` as const, objectId, details };
  return inTransaction(db, (trx) => recordAudit(trx, [entry], new Date()));
};
