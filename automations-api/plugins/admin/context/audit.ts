/** The audit log of this plugin: changes of other users beside the people, everything else by the hook of the plugin that keeps one. */
import { type AuditEntry, toAuditRow } from '../../../../shared/people/audit-entry.ts';
import { insertEntries } from '../../../../shared/people/audit-queries.ts';
import type { Trx } from '../../../../shared/people/tables.ts';
import type { Caller } from '../../../host/core/route.ts';
import type { Context } from './context.ts';

/** `act` is the noun and the verb; `data` holds no secrets. */
export const noteAct = (
  { hooks }: Pick<Context, 'hooks'>,
  { type, id, name }: Caller,
  act: `${'mail' | 'settings'}.${string}`,
  { subject, data }: { subject: number | string; data?: object },
): Promise<void> => hooks.doAction('automations_audit', { by: { type, id, name }, act, subject, data });

/** In the transaction of what it records. */
export const recordSiteAct = (
  trx: Trx,
  { id: userId }: Pick<Caller, 'id'>,
  siteId: number,
  act: Pick<AuditEntry, 'action' | 'objectId' | 'details'>,
) =>
  insertEntries(trx, [
    toAuditRow({ ...act, workspaceId: null, siteId, actor: { type: 'session', userId } }, new Date()),
  ]);
