/** The lookup of the workspace in a command's arguments. */
import type { Db } from '../../core/tables.ts';
import { findWorkspace } from '../../workspaces/queries.ts';

/** Returns the workspace with an id. @throws for an unknown id */
export async function needWorkspace(db: Db, publicId: string) {
  const workspace = await findWorkspace(db, publicId);
  if (!workspace) throw new Error(`there is no workspace ${publicId}`);
  return workspace;
}
