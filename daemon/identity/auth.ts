/** Callers: the user, workspace and rights behind a credential. */
import type { PlanName } from '../../shared/config/config.ts';
import type { Actor } from '../../shared/people/actor.ts';
import { useMs } from '../../shared/people/session-queries.ts';
import type { BegunBy } from '../../shared/people/tables.ts';
import type { Role } from '../core/tables.ts';

/** The workspace id of a caller without a workspace, whose session only acts on the user. */
export const noWorkspace = 0;

/** The public id and the name of a user, an API key or an import. */
export type Creator = { id: string; name: string };

/** The start of a workspace's suspension, and the operator's reason; null for a suspension on the command line. */
type Suspension = { since: Date; reason: string | null };

/** Facts about the caller of an authenticated request. */
export type Auth = {
  workspaceId: number;
  workspacePublicId: string;
  plan: PlanName;
  suspension?: Suspension;
  /** An API key has the lower of its own role and its creator's current role. */
  role: Role;
  isOwner: boolean;
  /** Whether the workspace has webhooks. If not, events need no lookup. */
  hasWebhooks: boolean;
  userId: number;
  /** The user or the API key, as the creator of links. */
  creator: Creator;
  /** True for a session whose user has not verified their email address. */
  isUnverified?: boolean;
  /** The proof given at sign-in, for a session. */
  begunBy?: BegunBy;
  /** Unix time in ms at which an API key expires; `undefined` if never. */
  endsAt?: number;
  /** The caller in the audit log. */
  actor: Extract<Actor, { userId: number }>;
};

/** The caller behind a credential, and the time in ms when its use was last recorded. */
export type Credential = { auth: Auth; credentialId: number; writtenAt: number };

const rank: Record<Role, number> = { viewer: 0, member: 1, admin: 2 };
export const atLeast = (role: Role, needed: Role) => rank[role] >= rank[needed];
export const lowerRole = (a: Role, b: Role) => (rank[a] < rank[b] ? a : b);

/** Returns whether the last recorded use is old enough for this use to be recorded. */
export const isUseDue = ({ writtenAt }: Credential, now: number) => now - writtenAt >= useMs;
