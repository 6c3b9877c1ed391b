/** The routes of API keys: admins manage all of the workspace's, members their own. */
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
import { tellOfKey } from './notify-owner.ts';
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
      "The key is shown in this answer only. It has its creator's permissions, or fewer with `permission`; " +
      'requesting more is `forbidden`. From `expiresAt` on it is refused. A key created with an API key ends with that key: ' +
      'without `expiresAt` at the same time, and at once if that one is revoked; requesting a later end is `forbidden`.',
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
      const asked = {
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
          { workspaceId, createdBy: userId, ...asked, parentId: parent?.id ?? null },
          now,
        );
        const details = { name: asked.name, permission: permissionOf[asked.role], expiresAt: asked.expiresAt };
        const entry = { workspaceId, actor, objectId: publicId, details };
        await recordAudit(trx, [{ ...entry, action: 'key.create' }], now);
        await tellOfKey(trx, userId, workspace, { made: { ...asked, permission: permissionOf[asked.role] }, now });
        const answer = json(201, {
          ...toKey({
            publicId,
            ...asked,
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

/** @throws `forbidden` for more than the creator's own rights */
function roleFor({ role }: Auth, permission: Permission = permissionOf[role]): Role {
  const asked = roleOf[permission];
  if (!atLeast(role, asked))
    throw forbidden(`As ${role} you can create keys with at most the ${permissionOf[role]} permission.`);
  return asked;
}

/** @throws `validation_failed` for a past time, `forbidden` for one after the expiry of the calling key */
function endOf(expiresAt: string | null | undefined, { endsAt }: Auth, now: Date): Date | null {
  const latest = endsAt === undefined ? null : new Date(endsAt);
  const end = expiresAt ? new Date(expiresAt) : latest;
  if (end && end <= now) throw invalid({ field: 'expiresAt', message: 'must be in the future' });
  if (end && latest && end > latest) {
    throw forbidden(`A key created with this one must expire with it at the latest, at ${latest.toISOString()}.`);
  }
  return end;
}

/**
 * The cached credential may be a moment old: a key that was revoked since must not create others. @throws
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
        throw forbidden("only an admin can revoke another member's key");
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
