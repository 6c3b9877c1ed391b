/** Audit entries: about users, in the users' database; about everything else, through the hook `automations_audit`. */
import { type AuditEntry, toAuditRow } from '../../../../shared/people/audit-entry.ts';
import { insertEntries } from '../../../../shared/people/audit-queries.ts';
import type { Trx } from '../../../../shared/people/tables.ts';
import type { Caller } from '../../../host/core/route.ts';
import type { Context } from './context.ts';

/** Writes an entry through the hook. `action` is noun and verb; `data` must not contain secrets. */
export const auditAction = (
  { hooks }: Pick<Context, 'hooks'>,
  { type, id, name }: Caller,
  action: `${'mail' | 'settings'}.${string}`,
  { subject, data }: { subject: number | string; data?: object },
): Promise<void> => hooks.doAction('automations_audit', { by: { type, id, name }, action, subject, data });

/** Inserts an entry about a user, in the transaction of the change. */
export const recordSiteAction = (
  trx: Trx,
  { id: userId }: Pick<Caller, 'id'>,
  siteId: number,
  action: Pick<AuditEntry, 'action' | 'objectId' | 'details'>,
) =>
  insertEntries(trx, [
    toAuditRow({ ...action, workspaceId: null, siteId, actor: { type: 'session', userId } }, new Date()),
  ]);
