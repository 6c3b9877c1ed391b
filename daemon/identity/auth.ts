/** Who calls: the user, workspace and rights that a credential stands for. */
import type { Db } from '../../shared/db.ts';
import type { Role, WorkspaceTable } from '../../shared/tables.ts';
import type { Actor } from './actor.ts';

/** What is known of the caller of an authenticated request. */
export type Auth = {
  workspaceId: number;
  workspacePublicId: string;
  plan: WorkspaceTable['plan'];
  suspended: boolean;
  /** With an API key the lower of the key's role and its creator's present one. */
  role: Role;
  isOwner: boolean;
  userId: number;
  /** The caller as the audit log names it. */
  actor: Extract<Actor, { userId: number }>;
};

/** What a credential stands for, and when its use or its end was last written down. */
export type Credential = { auth: Auth; credentialId: number; writtenAt: number };

const rank: Record<Role, number> = { viewer: 0, member: 1, admin: 2 };
export const atLeast = (role: Role, needed: Role) => rank[role] >= rank[needed];
export const lowerRole = (a: Role, b: Role) => (rank[a] < rank[b] ? a : b);

const authColumns = [
  'workspaces.id as workspaceId',
  'workspaces.public_id as workspacePublicId',
  'workspaces.plan',
  'workspaces.suspended_at as suspendedAt',
  'members.role',
  'members.is_owner as isOwner',
  'members.user_id as userId',
] as const;

type AuthRow = Omit<Auth, 'suspended' | 'actor'> & { suspendedAt: Date | null };

const toAuth = ({ workspaceId, workspacePublicId, plan, suspendedAt, role, isOwner, userId }: AuthRow) => ({
  workspaceId,
  workspacePublicId,
  plan,
  suspended: suspendedAt !== null,
  role,
  isOwner,
  userId,
});

/** The caller an API key stands for; `'unknown'` also when its creator is no longer a member. */
export async function findAuthByKey(db: Db, hash: Buffer): Promise<Credential | 'unknown'> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .innerJoin('members', (join) =>
      join
        .onRef('members.workspace_id', '=', 'api_keys.workspace_id')
        .onRef('members.user_id', '=', 'api_keys.created_by'),
    )
    .where('api_keys.hash', '=', hash)
    .select([
      ...authColumns,
      'api_keys.id as credentialId',
      'api_keys.public_id as keyPublicId',
      'api_keys.role as keyRole',
      'api_keys.last_used_at as lastUsedAt',
    ])
    .executeTakeFirst();
  if (!row) return 'unknown';
  const { credentialId, keyPublicId, keyRole, lastUsedAt } = row;
  const auth = toAuth(row);
  return {
    auth: {
      ...auth,
      role: lowerRole(keyRole, auth.role),
      actor: { type: 'api_key', userId: auth.userId, keyPublicId },
    },
    credentialId,
    writtenAt: lastUsedAt?.getTime() ?? 0,
  };
}

/**
 * The caller a session stands for, in the workspace named or in the user's first; `'not-a-member'` when the user is no
 * member of the one named; `'unknown'` also when the session is over.
 */
export async function findAuthBySession(
  db: Db,
  hash: Buffer,
  workspacePublicId: string | undefined,
  { sessionMs, now }: { sessionMs: number; now: number },
): Promise<Credential | 'not-a-member' | 'unknown'> {
  const session = await db
    .selectFrom('sessions')
    .where('hash', '=', hash)
    .where('expires_at', '>', new Date(now))
    .select(['id', 'user_id as userId', 'expires_at as expiresAt'])
    .executeTakeFirst();
  if (!session) return 'unknown';
  let memberships = db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .where('members.user_id', '=', session.userId)
    .select(authColumns);
  if (workspacePublicId !== undefined) memberships = memberships.where('workspaces.public_id', '=', workspacePublicId);
  const row = await memberships.orderBy('members.id').limit(1).executeTakeFirst();
  if (!row) return 'not-a-member';
  return {
    auth: { ...toAuth(row), actor: { type: 'session', userId: session.userId } },
    credentialId: session.id,
    writtenAt: session.expiresAt.getTime() - sessionMs,
  };
}

/** Uses are written down at most this often. */
const keyUseMs = 60_000;
const sessionUseMs = 3_600_000;

/** Whether the last use written down is so long ago that this one should be. */
export const isUseDue = ({ auth, writtenAt }: Credential, now: number) =>
  now - writtenAt >= (auth.actor.type === 'api_key' ? keyUseMs : sessionUseMs);

/** Writes the use of a credential down, unless another process just did; a session then ends later. */
export async function recordUse(
  db: Db,
  { auth, credentialId }: Credential,
  sessionMs: number,
  now: Date,
): Promise<void> {
  if (auth.actor.type === 'api_key') {
    const before = new Date(now.getTime() - keyUseMs);
    await db
      .updateTable('api_keys')
      .set({ last_used_at: now })
      .where('id', '=', credentialId)
      .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<=', before)]))
      .execute();
    return;
  }
  const expiresAt = new Date(now.getTime() + sessionMs);
  await db
    .updateTable('sessions')
    .set({ expires_at: expiresAt })
    .where('id', '=', credentialId)
    .where('expires_at', '<', expiresAt)
    .execute();
}
