/** An entry of the audit log of people and links, as both services write it. */
import type { Actor } from './actor.ts';

export type AuditEntry = {
  /** `null` if it concerns no workspace, such as a password. */
  workspaceId: number | null;
  /** The site of contacts whose audit log shows it. */
  siteId?: number;
  actor: Actor;
  /** The object's noun and the verb: `link.create`, `member.remove`. */
  action: `${string}.${string}`;
  /** The public id of the object, or its name if it has none. */
  objectId: string;
  /** Further facts for readers; no secrets. */
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
