/** The caller: the user, workspace and rights behind a credential. */
import type { PlanName } from '../../shared/config/config.ts';
import type { Actor } from '../../shared/people/actor.ts';
import { useMs } from '../../shared/people/session-queries.ts';
import type { BegunBy } from '../../shared/people/tables.ts';
import type { Role } from '../core/tables.ts';

/** The workspace id of a caller without a workspace, whose session only acts on the user. */
export const noWorkspace = 0;

/** Facts about the caller of an authenticated request. */
export type Auth = {
  workspaceId: number;
  workspacePublicId: string;
  plan: PlanName;
  suspended: boolean;
  /** For an API key, the lower of the key's role and its creator's current one. */
  role: Role;
  isOwner: boolean;
  /** Whether the workspace has any webhooks: if not, events need no lookup. */
  hasWebhooks: boolean;
  userId: number;
  /** For a session whose user has not verified their email. */
  isUnverified?: boolean;
  /** For a session: the proof given at sign-in. */
  begunBy?: BegunBy;
  /** When the credential expires regardless of use, Unix time in ms; `undefined` = never expires. */
  endsAt?: number;
  /** The caller as the audit log names it. */
  actor: Extract<Actor, { userId: number }>;
};

/** The caller of a credential, and when its use or end was last recorded. */
export type Credential = { auth: Auth; credentialId: number; writtenAt: number };

const rank: Record<Role, number> = { viewer: 0, member: 1, admin: 2 };
export const atLeast = (role: Role, needed: Role) => rank[role] >= rank[needed];
export const lowerRole = (a: Role, b: Role) => (rank[a] < rank[b] ? a : b);

/** True if the last recorded use is old enough to record this one. */
export const isUseDue = ({ writtenAt }: Credential, now: number) => now - writtenAt >= useMs;
