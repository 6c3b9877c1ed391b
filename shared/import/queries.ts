/** Queries for imports. Queries on behalf of users need the workspace. */

import { type Insertable, sql, type Updateable } from 'kysely';
import { changesRows, insertedId } from '../db/results.ts';
import {
  type ImportDb,
  type ImportNames,
  type ImportRow,
  type ImportStatus,
  type ImportTable,
  known,
  type ReasonedFate,
} from './tables.ts';

/** A service's database and table names for imports. */
export type ImportStore = { db: ImportDb; names: ImportNames };

/** The states in which a runner continues an import. */
export const live: ImportRow['status'][] = ['queued', 'reading', 'running'];
export const ended: ImportRow['status'][] = ['done', 'cancelled', 'failed'];

/** Inserts an import and resolves to its id. */
export const insertImport = ({ db, names }: ImportStore, row: Insertable<ImportTable>): Promise<number> =>
  insertedId(db.insertInto(known(names).imports).values(row));

const selectImports = ({ db, names }: ImportStore) =>
  db
    .selectFrom(known(names).imports)
    .selectAll()
    .where('status', '!=', 'receiving')
    .$narrowType<Pick<ImportRow, 'status'>>();

export const findImport = (store: ImportStore, workspaceId: number, publicId: string): Promise<ImportRow | undefined> =>
  selectImports(store).where('workspace_id', '=', workspaceId).where('public_id', '=', publicId).executeTakeFirst();

/** Finds an import for operators, whose commands need no workspace. */
export const findImportByPublicId = (store: ImportStore, publicId: string): Promise<ImportRow | undefined> =>
  selectImports(store).where('public_id', '=', publicId).executeTakeFirst();

export const findImportById = (store: ImportStore, id: number): Promise<ImportRow | undefined> =>
  selectImports(store).where('id', '=', id).executeTakeFirst();

/** Lists a workspace's imports, newest first: all, or only those with an id below `before`. */
export function listImports(
  store: ImportStore,
  workspaceId: number,
  limit: number,
  before?: number,
): Promise<ImportRow[]> {
  const query = selectImports(store).where('workspace_id', '=', workspaceId);
  return (before === undefined ? query : query.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute();
}

/** The number of imports that one workspace can run at once. */
const eachAtOnce = 2;

/**
 * Lists imports in progress or being undone: the first imports of each workspace, so that all workspaces make progress.
 */
export const listLiveImports = ({ db, names }: ImportStore, limit: number) =>
  db
    .selectFrom(
      db
        .selectFrom(known(names).imports)
        .select([
          'id',
          'file',
          'undo_status as undoStatus',
          sql<number>`ROW_NUMBER() OVER (PARTITION BY workspace_id ORDER BY id)`.as('turn'),
        ])
        .where((e) => e.or([e('status', 'in', live), e('undo_status', 'in', ['queued', 'running'])]))
        .as('waiting'),
    )
    .select(['id', 'file', 'undoStatus'])
    .where('turn', '<=', eachAtOnce)
    .orderBy('turn')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Counts a workspace's open imports, and the bytes of all its imports. */
export async function findUse(
  { db, names }: ImportStore,
  workspaceId: number,
): Promise<{ open: number; bytes: number }> {
  const { open, bytes } = await db
    .selectFrom(known(names).imports)
    .select([
      sql<number>`COALESCE(SUM(ended_at IS NULL), 0)`.as('open'),
      sql<number>`COALESCE(SUM(kept_bytes + IF(file IS NULL, 0, file_bytes)), 0)`.as('bytes'),
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return { open: Number(open), bytes: Number(bytes) };
}

/** Changes an import if its status is one of `from`. Returns false if it is not. */
export const updateImport = (
  { db, names }: ImportStore,
  id: number,
  from: ImportStatus[],
  changes: Updateable<ImportTable>,
): Promise<boolean> =>
  changesRows(db.updateTable(known(names).imports).set(changes).where('id', '=', id).where('status', 'in', from));

/** Finds the last mapping that another import used for the same columns. */
export async function findPreviousMapping(
  { db, names }: ImportStore,
  workspaceId: number,
  columnsHash: Buffer,
  ownId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom(known(names).imports)
    .select('mapping')
    .where('workspace_id', '=', workspaceId)
    .where('columns_hash', '=', columnsHash)
    .where('id', '!=', ownId)
    .where('mapping', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.mapping ?? undefined;
}

/** Requests an undo. Returns false if one was already requested. */
export const requestUndo = ({ db, names }: ImportStore, id: number, actor: string): Promise<boolean> =>
  changesRows(
    db
      .updateTable(known(names).imports)
      .set({ undo_status: 'queued', undo_actor: actor })
      .where('id', '=', id)
      .where('status', 'in', ended)
      .where('undo_status', 'is', null),
  );

/** Records an undo's progress, or null if it failed, with the reason. */
export const recordUndo = (
  { db, names }: ImportStore,
  id: number,
  undo_status: 'running' | 'done' | null,
  error: string | null = null,
) =>
  db
    .updateTable(known(names).imports)
    .set({ undo_status, ...(error === null ? {} : { error }) })
    .where('id', '=', id)
    .where('undo_status', 'is not', null)
    .execute();

/** Lists rows with their reasons, starting after the given row number. */
export const listRows = (
  { db, names }: ImportStore,
  id: number,
  fates: ReasonedFate[],
  { after, limit, why }: { after: number; limit: number; why?: string | undefined },
) =>
  db
    .selectFrom(known(names).rows)
    .select(['row_no as number', 'fate', 'cells', 'why'])
    .where('import_id', '=', id)
    .where('fate', 'in', fates)
    .where('row_no', '>', after)
    .$if(why !== undefined, (query) => query.where('why', '=', why ?? ''))
    .orderBy('row_no')
    .limit(limit)
    .execute();

/** Deletes an import's report, with a limited number of rows per statement. */
export async function deleteReport({ db, names }: ImportStore, id: number): Promise<void> {
  await deleteSlices(db, known(names).rows, id);
  await deleteSlices(db, known(names).changes, id);
}

/** Deletes the record of changes, which a dry run needs only while it runs. */
export const deleteChanges = ({ db, names }: ImportStore, id: number): Promise<void> =>
  deleteSlices(db, known(names).changes, id);

async function deleteSlices(db: ImportDb, table: string, id: number): Promise<void> {
  const remove = () => sql`DELETE FROM ${sql.table(table)} WHERE import_id = ${id} LIMIT 2000`.execute(db);
  while (((await remove()).numAffectedRows ?? 0n) > 0n);
}

/** Deletes an import and its report. */
export async function deleteImport(store: ImportStore, id: number): Promise<void> {
  await deleteReport(store, id);
  await store.db.deleteFrom(known(store.names).imports).where('id', '=', id).execute();
}

/** Lists imports that were created before the given time, and have also ended by then or are paused. */
export const listOldImports = ({ db, names }: ImportStore, before: Date, limit: number) =>
  db
    .selectFrom(known(names).imports)
    .select(['id', 'file'])
    .where('created_at', '<', before)
    .where((e) => e.or([e('ended_at', '<', before), e('status', '=', 'paused')]))
    .limit(limit)
    .execute();

/** Deletes imports that were created before the given time and whose file was never received completely. */
export const deleteUnreceived = ({ db, names }: ImportStore, before: Date) =>
  db.deleteFrom(known(names).imports).where('status', '=', 'receiving').where('created_at', '<', before).execute();

/** Lists imports that ended before the given time and have one of the files. */
export async function listSpentFiles({ db, names }: ImportStore, before: Date, files: string[]) {
  if (files.length === 0) return [];
  return db
    .selectFrom(known(names).imports)
    .select(['id', 'file'])
    .where('ended_at', '<', before)
    .where('file', 'in', files)
    .execute();
}

/** Returns only the files that belong to an import. */
export async function listKnownFiles({ db, names }: ImportStore, files: string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set();
  const rows = await db.selectFrom(known(names).imports).select('file').where('file', 'in', files).execute();
  return new Set(rows.flatMap(({ file }) => file ?? []));
}
