/** The queueing of a link import whose file is already in the folder of imports, under its id. */
import { insertImport } from '../../shared/import/queries.ts';
import type { Actor } from '../../shared/people/actor.ts';
import type { Context } from '../api/context.ts';
import { auditImport } from './actions.ts';
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

export function importRow({ id, fileName, bytes, dryRun, mapping, domains, ...of }: NewImport) {
  const options: ImportOptions = domains === undefined ? {} : { domains };
  return {
    ...{
      public_id: id,
      workspace_id: of.workspaceId,
      actor: JSON.stringify(of.actor),
      status: 'queued' as const,
      file: id,
    },
    ...{ requested_format: of.format, on_taken: of.onTaken, dry_run: dryRun, file_name: fileName.slice(0, 255) },
    ...{ file_bytes: bytes, created_at: new Date(), options: JSON.stringify(options) },
    mapping: mapping === undefined ? null : JSON.stringify(mapping),
  };
}

export async function queueImport(
  context: Pick<Context, 'db'>,
  store: ReturnType<typeof linkEngine>['store'],
  created: NewImport,
): Promise<void> {
  const row = importRow(created);
  await insertImport(store, row);
  await auditImport(context, created, 'create', row);
}
