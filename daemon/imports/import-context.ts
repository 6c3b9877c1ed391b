/** Types shared by imports of links: their context, and the options of one import. */
import type { Log } from '../../shared/log/log.ts';
import type { Context } from '../api/context.ts';
import type { Db } from '../core/tables.ts';
import type { DomainMapping } from './domains.ts';

export type ImportContext = Pick<Context, 'config' | 'safety' | 'announceChanges'> & {
  db: Db;
  log: Log;
  /** Notes for reads at a replica that a workspace has its rows. */
  noteWrite?: (workspaceId: number) => Promise<void>;
};

/** Handling of a row whose slug is already used in the workspace. */
export type OnTaken = 'skip' | 'change' | 'suffix';
export type ImportOptions = { domains?: DomainMapping };
