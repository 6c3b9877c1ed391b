/**
 * Writes the audit log: who did what to which object, in the transaction of the change, so that a change and its entry
 * always exist together.
 */

import type { Actor } from '../../shared/people/actor.ts';
import type { Trx } from '../core/tables.ts';
import { insertEntries } from './queries.ts';

export type AuditEntry = {
  /** `null` if it concerns no workspace, such as a password. */
  workspaceId: number | null;
  actor: Actor;
  /** The object's noun and the verb: `link.create`, `member.remove`. */
  action: `${string}.${string}`;
  /** The public id of the object, or its name if it has none. */
  objectId: string;
  /** Further facts for readers; no secrets. */
  details?: Record<string, unknown>;
};

const rowsAtOnce = 500;

export async function recordAudit(trx: Trx, entries: AuditEntry[], now: Date): Promise<void> {
  for (let from = 0; from < entries.length; from += rowsAtOnce) {
    await insertEntries(
      trx,
      entries.slice(from, from + rowsAtOnce).map((entry) => toRow(entry, now)),
    );
  }
}

const toRow = ({ workspaceId, actor, action, objectId, details }: AuditEntry, now: Date) => ({
  workspace_id: workspaceId,
  action,
  object_id: objectId,
  actor: actor.type,
  user_id: 'userId' in actor ? actor.userId : null,
  key_public_id: 'keyPublicId' in actor ? actor.keyPublicId : null,
  details: details === undefined ? null : JSON.stringify(details),
  created_at: now,
});
