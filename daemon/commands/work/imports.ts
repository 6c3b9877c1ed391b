/**
 * Implementation of `waypost links import` and `export`. If the command is killed, the worker on this machine
 * finishes its import.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '../../../shared/db/public-ids.ts';
import { formats } from '../../../shared/export/formats.ts';
import { bringFile, concludeImport, concludeUndo, followImport, followUndo } from '../../../shared/import/command.ts';
import { findImport, findImportByPublicId } from '../../../shared/import/queries.ts';
import type { Reporting } from '../../../shared/import/report.ts';
import { runImport } from '../../../shared/import/runner.ts';
import type { ImportRow } from '../../../shared/import/tables.ts';
import { createLog } from '../../../shared/log/log.ts';
import { operator } from '../../../shared/people/actor.ts';
import { act } from '../../imports/actions.ts';
import { unknownHostIn } from '../../imports/domains.ts';
import { openImports } from '../../imports/open-imports.ts';
import { otherLink } from '../../imports/plan-items.ts';
import { queueImport } from '../../imports/queue-import.ts';
import { exportLinks } from '../../links/export.ts';
import type { Flags, Tools } from '../core/tools.ts';
import { needWorkspace } from './need-workspace.ts';

export type ImportFlags = Flags & {
  workspace?: string;
  format: string;
  onTaken: 'skip' | 'change' | 'suffix';
  dryRun?: boolean;
  mapping?: Record<string, string | null>;
  domains?: Record<string, string>;
};

const never = new AbortController().signal;
const log = createLog('links-cli', 'silent');

const reporting: Reporting = {
  idOf: ({ public_id: id }) => id,
  undoCommand: 'waypost links import undo',
  notable: [otherLink],
  adviceOn(reason) {
    const host = unknownHostIn(reason);
    return host === undefined
      ? undefined
      : `To use the default domain, add --domains '${JSON.stringify({ [host]: '' })}'.`;
  },
  leftByUndo: 'Tags that the import created stay.',
};

export async function importFile({ db, config, announceChanges }: Tools, file: string, flags: ImportFlags) {
  if (flags.workspace === undefined) throw new Error('Give the workspace that gets the links with --workspace.');
  const workspace = await needWorkspace(db, flags.workspace);
  const imports = await openImports({ db, config, log, announceChanges: () => {} });
  try {
    const id = newId('imp');
    const { store, folder } = imports.engine;
    await bringFile(folder, id, file);
    const { format, onTaken, dryRun = false, mapping, domains } = flags;
    const { size: bytes } = await stat(path.join(folder, id));
    const source = { id, bytes, workspaceId: workspace.id, actor: operator, fileName: path.basename(file) };
    await queueImport({ db }, store, { ...source, format, onTaken, dryRun, mapping, domains });
    const find = async () => (await findImport(store, workspace.id, id)) as ImportRow;
    const run = (key: number) => imports.within(() => runImport(imports.engine, key, never));
    const done = await followImport(find, ({ id: key }) => run(key)).finally(announceChanges);
    return await concludeImport(store, done, file, { reporting, ...flags });
  } finally {
    await imports.close();
  }
}

/** Undoes an import. Its id is unique, so no workspace is needed. */
export async function undoImport({ db, config, announceChanges }: Tools, publicId: string, flags: Flags) {
  const imports = await openImports({ db, config, log, announceChanges: () => {} });
  const { store } = imports.engine;
  try {
    const row = await findImportByPublicId(store, publicId);
    if (!row) throw new Error(`There is no import ${publicId}.`);
    const refusal = await act({ db }, { workspaceId: row.workspace_id, actor: operator }, row, 'undo');
    if (refusal !== undefined) throw new Error(`${publicId} cannot be undone: ${refusal}.`);
    const find = async () => (await findImportByPublicId(store, publicId)) as ImportRow;
    const run = () => imports.within(() => runImport(imports.engine, row.id, never));
    return await concludeUndo(store, await followUndo(find, run).finally(announceChanges), reporting, flags);
  } finally {
    await imports.close();
  }
}

export async function exportAll({
  workspace: publicId,
  format,
}: {
  workspace: string;
  format: 'csv' | 'jsonl';
}): Promise<void> {
  const { boot } = await import('../../core/boot.ts');
  const { config, log, db } = await boot('links-cli');
  log.level = 'silent';
  try {
    const { id } = await needWorkspace(db, publicId);
    const auth = { workspaceId: id, workspacePublicId: publicId };
    const filters = { workspaceId: id, archived: 'all' } as const;
    const order = { sort: 'createdAt', order: 'asc' } as const;
    const text = exportLinks({ db, config, findDomain: () => -1 }, auth, filters, {
      exportQuery: order,
      format: formats[format],
      onUnsealed: () => {},
    });
    await pipeline(Readable.from(text), process.stdout, { end: false });
  } finally {
    await db.destroy();
  }
}
