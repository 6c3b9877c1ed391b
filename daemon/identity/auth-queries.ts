/** Queries for the caller behind a credential, and the credential's last use. */
import { sql } from 'kysely';
import { findOpenSession, touchSession, useMs } from '../../shared/people/session-queries.ts';
import type { Db } from '../core/tables.ts';
import { type Auth, type Credential, lowerRole, noWorkspace } from './auth.ts';

const authColumns = [
  'workspaces.id as workspaceId',
  'workspaces.public_id as workspacePublicId',
  'workspaces.plan',
  'workspaces.suspended_at as suspendedAt',
  sql<string | null>`CASE WHEN workspaces.suspended_at IS NOT NULL THEN (
    SELECT reason FROM operator_actions WHERE object_id = workspaces.public_id AND action = 'workspace.suspend'
    ORDER BY id DESC LIMIT 1) END`.as('suspensionReason'),
  'members.role',
  'members.is_owner as isOwner',
  'members.user_id as userId',
  sql<number>`EXISTS (SELECT 1 FROM webhooks WHERE webhooks.workspace_id = workspaces.id AND webhooks.active)`.as(
    'hasWebhooks',
  ),
] as const;

type AuthRow = Omit<
  Auth,
  'suspension' | 'actor' | 'creator' | 'hasWebhooks' | 'endsAt' | 'isUnverified' | 'begunBy'
> & {
  suspendedAt: Date | null;
  suspensionReason: string | null;
  hasWebhooks: number;
};

const toAuth = ({
  workspaceId,
  workspacePublicId,
  plan,
  suspendedAt,
  suspensionReason,
  role,
  isOwner,
  hasWebhooks,
  userId,
}: AuthRow) => ({
  workspaceId,
  workspacePublicId,
  plan,
  ...(suspendedAt ? { suspension: { since: suspendedAt, reason: suspensionReason } } : {}),
  role,
  isOwner,
  hasWebhooks: Number(hasWebhooks) === 1,
  userId,
});

const withoutWorkspace: Omit<AuthRow, 'userId'> = {
  workspaceId: noWorkspace,
  workspacePublicId: '',
  plan: 'free',
  suspendedAt: null,
  suspensionReason: null,
  role: 'viewer',
  isOwner: false,
  hasWebhooks: 0,
};

/** Finds the caller of an API key. Returns `'unknown'` also if the key's creator is no longer a member. */
export async function findAuthByKey(db: Db, hash: Buffer, now: number): Promise<Credential | 'unknown' | 'expired'> {
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
      'api_keys.name as keyName',
      'api_keys.role as keyRole',
      'api_keys.last_used_at as lastUsedAt',
      'api_keys.expires_at as expiresAt',
    ])
    .executeTakeFirst();
  if (!row) return 'unknown';
  const { credentialId, keyPublicId, keyName, keyRole, lastUsedAt, expiresAt } = row;
  if (expiresAt && expiresAt.getTime() <= now) return 'expired';
  const auth = toAuth(row);
  return {
    auth: {
      ...auth,
      role: lowerRole(keyRole, auth.role),
      actor: { type: 'api_key', userId: auth.userId, keyPublicId },
      creator: { id: keyPublicId, name: keyName },
      ...(expiresAt ? { endsAt: expiresAt.getTime() } : {}),
    },
    credentialId,
    writtenAt: lastUsedAt?.getTime() ?? 0,
  };
}

/**
 * Finds the caller of a session, in the given workspace or else the user's first. Returns `'not-a-member'` for a workspace
 * without the user, and `'unknown'` also if the session has ended.
 */
export async function findAuthBySession(
  db: Db,
  hash: Buffer,
  workspacePublicId: string | undefined,
  { sessionMs, now }: { sessionMs: number; now: number },
): Promise<Credential | 'not-a-member' | 'unknown'> {
  const session = await findOpenSession(db, hash, new Date(now));
  if (!session) return 'unknown';
  let memberships = db
    .selectFrom('members')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .where('members.user_id', '=', session.userId)
    .select(authColumns);
  if (workspacePublicId !== undefined) memberships = memberships.where('workspaces.public_id', '=', workspacePublicId);
  const row = await memberships.orderBy('members.id').limit(1).executeTakeFirst();
  if (!row && workspacePublicId !== undefined) return 'not-a-member';
  const { userId, userPublicId, userName, lastUsedAt, expiresAt, verifiedAt, begunBy } = session;
  return {
    auth: {
      ...toAuth(row ?? { ...withoutWorkspace, userId }),
      isUnverified: verifiedAt === null,
      begunBy,
      actor: { type: 'session', userId },
      creator: { id: userPublicId, name: userName },
    },
    credentialId: session.id,
    writtenAt: Math.min(lastUsedAt.getTime(), expiresAt.getTime() - sessionMs),
  };
}

/** Records the use of a credential, unless another process just did. Extends a session. */
export async function recordUse(
  db: Db,
  { auth, credentialId }: Credential,
  sessionMs: number,
  now: Date,
): Promise<void> {
  if (auth.actor.type === 'api_key') {
    const before = new Date(now.getTime() - useMs);
    await db
      .updateTable('api_keys')
      .set({ last_used_at: now })
      .where('id', '=', credentialId)
      .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<=', before)]))
      .execute();
    return;
  }
  await touchSession(db, credentialId, sessionMs, now);
}
