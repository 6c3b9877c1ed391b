/** An entry of the audit log of users and links, for both services. */
import type { Actor } from './actor.ts';

export type AuditEntry = {
  /** The workspace; `null` if the action concerns no workspace, such as a change of password. */
  workspaceId: number | null;
  /** The contacts' site whose audit log shows the entry. */
  siteId?: number;
  actor: Actor;
  /** The object's noun and the verb: `link.create`, `member.remove`. */
  action: `${string}.${string}`;
  /** The public id of the object, or its name if it has none. */
  objectId: string;
  /** Additional facts for the log's readers, without secrets. */
  details?: Record<string, unknown>;
};

export const toAuditRow = ({ workspaceId, siteId, actor, action, objectId, details }: AuditEntry, now: Date) => ({
  workspace_id: workspaceId,
  site_id: siteId ?? null,
  action,
  object_id: objectId,
  actor: actor.type,
  user_id: 'userId' in actor ? actor.userId : null,
  key_public_id: 'keyPublicId' in actor ? actor.keyPublicId : null,
  details: details === undefined ? null : JSON.stringify(details),
  created_at: now,
});
