/** An entry of the audit log of users and links, for both services. */
import type { Actor } from './actor.ts';

/** The actions that are recorded: the object's noun and the verb. */
export type AuditAction =
  | `link.${'create' | 'update' | 'delete' | 'ban' | 'unban' | 'share' | 'unshare' | 'appeal'}`
  | 'links.export'
  | `import.${'create' | 'start' | 'pause' | 'resume' | 'cancel' | 'undo' | 'delete'}`
  | `tag.${'rename' | 'merge' | 'delete' | 'share' | 'unshare'}`
  | `domain.${'connect' | 'update' | 'remove' | 'verify' | 'trust' | 'misconfigure' | 'lose' | 'certificate'}`
  | `member.${'invite' | 'reinvite' | 'uninvite' | 'join' | 'leave' | 'role' | 'remove'}`
  | `key.${'create' | 'revoke'}`
  | `webhook.${'create' | 'update' | 'rotate' | 'delete' | 'disable'}`
  | `utm.${'put' | 'delete'}`
  | `workspace.${'create' | 'rename' | 'own-networks' | 'plan' | 'transfer' | 'delete'}`
  | `workspace.${'suspend' | 'unsuspend' | 'flag' | 'unflag'}`
  | `contact-site.${'connect' | 'rotate' | 'disconnect'}`
  | `safety.${'ban' | 'clear' | 'block' | 'unblock' | 'allow' | 'unallow'}`
  | `user.${'create' | 'signup' | 'login' | 'update' | 'delete' | 'end-sessions' | 'contacts-role'}`
  | `user.${'verify-email' | 'change-email' | 'reset-password' | 'link-provider'}`
  | `user.${'add-factor' | 'remove-factor' | 'remove-factors' | 'renew-recovery-codes'}`
  | 'site.remove';

export type AuditEntry = {
  /** The workspace; `null` if the action concerns no workspace, such as a change of password. */
  workspaceId: number | null;
  /** The contacts' site whose audit log shows the entry. */
  siteId?: number;
  actor: Actor;
  action: AuditAction;
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
