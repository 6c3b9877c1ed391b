/** The space for a workspace's imports, which its billing plan limits. */
import { withTables } from '../../shared/db/with-tables.ts';
import type { Room } from '../../shared/import/quota.ts';
import type { Context } from '../api/context.ts';
import { quotaReached } from '../api/errors.ts';
import type { Auth } from '../identity/auth.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { linkEngine } from './engine.ts';

export function roomOf(context: Context, { workspaceId, plan }: Auth): Room {
  const quota = context.config.plans[plan].imports;
  return {
    ...{ store: linkEngine(context).store, workspaceId, quota },
    lock: (trx) => lockWorkspace(withTables(trx), workspaceId),
    refuse: (limit) =>
      limit === 'atOnce'
        ? quotaReached('imports at a time', quota.atOnce)
        : quotaReached('MB of imported files and their failed rows', quota.megabytes),
  };
}
