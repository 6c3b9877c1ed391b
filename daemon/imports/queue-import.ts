/** An import of links whose file lies in the folder of imports under its id: its row, and its entry in the audit log. */
import { insertImport } from '../../shared/import/queries.ts';
import type { Context } from '../api/context.ts';
import type { Actor } from '../identity/actor.ts';
import { note } from './acts.ts';
import type { DomainMapping } from './domains.ts';
import type { linkEngine } from './engine.ts';
import type { ImportOptions, OnTaken } from './import-context.ts';

export type NewImport = {
  id: string;
  workspaceId: number;
  actor: Actor;
  fileName: string;
  bytes: number;
  format: string;
  onTaken: OnTaken;
  dryRun: boolean;
  mapping?: Record<string, string | null> | undefined;
  domains?: DomainMapping | undefined;
};

export async function queueImport(
  context: Pick<Context, 'db'>,
  store: ReturnType<typeof linkEngine>['store'],
  { id, workspaceId, actor, fileName, bytes, format, onTaken, dryRun, mapping, domains }: NewImport,
): Promise<void> {
  const options: ImportOptions = domains === undefined ? {} : { domains };
  const file_name = fileName.slice(0, 255);
  await insertImport(store, {
    ...{ public_id: id, workspace_id: workspaceId, actor: JSON.stringify(actor), status: 'queued', file: id },
    ...{
      format_asked: format,
      on_taken: onTaken,
      dry_run: dryRun,
      file_name,
      file_bytes: bytes,
      created_at: new Date(),
    },
    options: JSON.stringify(options),
    mapping: mapping === undefined ? null : JSON.stringify(mapping),
  });
  await note(context, { workspaceId, actor }, 'create', { public_id: id, file_name });
}
