/** Routes for API keys. Admins manage all keys of the workspace, members their own. */
import { inTransaction } from '../../shared/db/db.ts';
import { json } from '../../shared/http/answer.ts';
import { getUser, type WithUser, withUsers } from '../../shared/people/user-queries.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { conflict, forbidden, invalid, notFound, unauthorized } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import type { Role, Trx } from '../core/tables.ts';
import { type Auth, atLeast } from '../identity/auth.ts';
import { mostKeys } from '../workspaces/plan-limits.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { notifyOfKey } from './notify-owner.ts';
import { type Permission, permissionOf, roleOf } from './permission.ts';
import { countKeys, findKey, insertApiKey, type KeyRow, listKeys } from './queries.ts';
import { revokeKey } from './revoke.ts';
import { KeyInput, KeyList, NewKey } from './schema.ts';

const group = 'API keys';

export const keyRoutes = (context: Context): DescribedRoute[] => [list(context), postKey(context), deleteOne(context)];

const toKey = (key: Omit<WithUser<KeyRow>, 'id' | 'userId'>) => ({
  id: key.publicId,
  name: key.name,
  prefix: key.prefix,
  permission: permissionOf[key.role],
  createdBy: key.user?.publicId,
  createdAt: key.createdAt.toISOString(),
  lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
  expiresAt: key.expiresAt?.toISOString() ?? null,
  parentKeyId: key.parentPublicId,
});

const list = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/keys',
    id: 'listKeys',
    summary: 'List API keys, newest first',
    description: 'Members see keys they created, admins see all.',
    group,
    role: 'member',
    answers: { 200: { description: 'The keys, without their values.', schema: KeyList } },
    async handle({ auth: { workspaceId, role, userId } }) {
      const keys = await listKeys(context.db, workspaceId, role === 'admin' ? undefined : userId);
      return json(200, { keys: (await withUsers(context.db, keys)).map(toKey) });
    },
  });

const postKey = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/keys',
    id: 'createKey',
    summary: 'Create an API key',
    description:
      "The key is shown only in this answer. It has its creator's permissions, or fewer with `permission`; " +
      'requesting more is `forbidden`. It stops working at `expiresAt`. A key created with an API key is revoked together with it, and by ' +
      'default expires at the same time; requesting a later expiry is `forbidden`.',
    group,
    role: 'member',
    body: KeyInput,
    answers: {
      201: {
        description: 'The key.',
        schema: NewKey,
      },
    },
    errors: ['conflict'],
    creates: true,
    async handle({ auth, body, keep }) {
      const { workspaceId, userId, actor } = auth;
      const now = new Date();
      const requested = {
        name: body.name,
        role: roleFor(auth, body.permission),
        expiresAt: endOf(body.expiresAt, auth, now),
      };
      return inTransaction(context.db, async (trx) => {
        const workspace = await lockWorkspace(trx, workspaceId);
        const limit = mostKeys(context.config, workspace.plan);
        const parent = actor.type === 'api_key' ? await getParent(trx, workspaceId, actor.keyPublicId) : undefined;
        if ((await countKeys(trx, workspaceId)) >= limit) {
          throw conflict(`A workspace can have ${limit} API keys. Revoke one first.`, { limit });
        }
        const { publicId, prefix, key } = await insertApiKey(
          trx,
          { workspaceId, createdBy: userId, ...requested, parentId: parent?.id ?? null },
          now,
        );
        const { name, role, expiresAt } = requested;
        const details = { name, permission: permissionOf[role], expiresAt };
        const entry = { workspaceId, actor, objectId: publicId, details };
        await recordAudit(trx, [{ ...entry, action: 'key.create' }], now);
        await notifyOfKey(trx, userId, workspace, { key: details, now });
        const answer = json(201, {
          ...toKey({
            publicId,
            ...requested,
            prefix,
            user: await getUser(trx, userId),
            createdAt: now,
            lastUsedAt: null,
            parentPublicId: parent?.publicId ?? null,
          }),
          key,
        });
        await keep?.(trx, answer);
        return answer;
      });
    },
  });

/** @throws `forbidden` if the permission exceeds the creator's own rights */
function roleFor({ role }: Auth, permission: Permission = permissionOf[role]): Role {
  const requested = roleOf[permission];
  if (!atLeast(role, requested))
    throw forbidden(`As ${role} you can create keys with at most the ${permissionOf[role]} permission.`);
  return requested;
}

/** @throws `validation_failed` for a past time, `forbidden` for a time after the calling key's expiry */
function endOf(expiresAt: string | null | undefined, { endsAt }: Auth, now: Date): Date | null {
  const latest = endsAt === undefined ? null : new Date(endsAt);
  const end = expiresAt ? new Date(expiresAt) : latest;
  if (end && end <= now) throw invalid({ field: 'expiresAt', message: 'must be in the future' });
  if (end && latest && end > latest) {
    throw forbidden(`A key created with this one must expire no later than this one, at ${latest.toISOString()}.`);
  }
  return end;
}

/**
 * Returns the calling key. The cached credential can be a moment old, and a revoked key must not create others. @throws
 * `unauthorized`
 */
async function getParent(trx: Trx, workspaceId: number, publicId: string) {
  const parent = await findKey(trx, workspaceId, publicId);
  if (!parent) throw unauthorized('This API key was revoked.');
  return parent;
}

const deleteOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/keys/{id}',
    id: 'revokeKey',
    summary: 'Revoke an API key',
    description: 'It stops working within a second, and so do keys created with it.',
    group,
    role: 'member',
    params: { id: "The key's id." },
    answers: { 200: { description: 'The key is revoked.', schema: Done } },
    async find({ auth, request }) {
      const key = await findKey(context.db, auth.workspaceId, request.params.id);
      if (key && auth.role !== 'admin' && key.userId !== auth.userId) {
        throw forbidden("Only an admin can revoke another member's key.");
      }
      if (!key) throw notFound('key');
      return key;
    },
    async handle({ auth: { workspaceId, actor }, found: { id, userId } }) {
      const now = new Date();
      await inTransaction(context.db, async (trx) => {
        const workspace = await lockWorkspace(trx, workspaceId);
        if (!(await revokeKey(trx, workspace, { id, userId }, { actor, now }))) throw notFound('key');
      });
      context.access.forget([{ workspaceId }]);
      context.announceChanges();
      return json(200, { ok: true });
    },
  });
