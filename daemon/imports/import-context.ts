/** Types shared by imports of links: their context, and the options of one import. */
import type { Log } from '../../shared/log/log.ts';
import type { Context } from '../api/context.ts';
import type { Db } from '../core/tables.ts';
import type { DomainMapping } from './domains.ts';

export type ImportContext = Pick<Context, 'config' | 'safety' | 'announceChanges'> & {
  db: Db;
  log: Log;
  /** Records a workspace's write, so that its next reads do not use a replica that can lag behind. */
  recordWrite?: (workspaceId: number) => Promise<void>;
};

/** The handling of a row whose slug is already used in the workspace. */
export type OnTaken = 'skip' | 'change' | 'suffix';
export type ImportOptions = { domains?: DomainMapping };
