/** Who calls: the user, workspace and rights that a credential stands for. */
import type { PlanName } from '../../shared/config/config.ts';
import { useMs } from '../../shared/sign-in/sessions.ts';
import type { BegunBy } from '../../shared/sign-in/tables.ts';
import type { Role } from '../core/tables.ts';
import type { Actor } from './actor.ts';

/** What is known of the caller of an authenticated request. */
export type Auth = {
  workspaceId: number;
  workspacePublicId: string;
  plan: PlanName;
  suspended: boolean;
  /** With an API key the lower of the key's role and its creator's present one. */
  role: Role;
  isOwner: boolean;
  /** Whether the workspace has webhooks that hear of anything: where not, none need be looked for. */
  hasWebhooks: boolean;
  userId: number;
  /** Of a session whose user has not shown that their address is theirs. */
  isUnverified?: boolean;
  /** For a session: the proof that its user gave at the sign-in. */
  begunBy?: BegunBy;
  /** When the credential ends whatever is done with it, ms since 1970; undefined: it does not. */
  endsAt?: number;
  /** The caller as the audit log names it. */
  actor: Extract<Actor, { userId: number }>;
};

/** What a credential stands for, and when its use or its end was last written down. */
export type Credential = { auth: Auth; credentialId: number; writtenAt: number };

const rank: Record<Role, number> = { viewer: 0, member: 1, admin: 2 };
export const atLeast = (role: Role, needed: Role) => rank[role] >= rank[needed];
export const lowerRole = (a: Role, b: Role) => (rank[a] < rank[b] ? a : b);

/** Whether the last use written down is so long ago that this one should be. */
export const isUseDue = ({ writtenAt }: Credential, now: number) => now - writtenAt >= useMs;
