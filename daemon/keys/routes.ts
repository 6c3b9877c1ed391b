/** The routes of API keys: admins manage all of the workspace's, members their own. */
import { inTransaction } from '../../shared/db.ts';
import { json } from '../../shared/http/answer.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint } from '../api/endpoint.ts';
import { conflict, forbidden, notFound } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import { getUser } from '../identity/queries.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { countKeys, deleteKey, findKey, insertApiKey, type KeyRow, listKeys } from './queries.ts';
import { KeyInput, KeyList, NewKey } from './schema.ts';

const group = 'API keys';

export const keyRoutes = (context: Context): DescribedRoute[] => [list(context), postKey(context), deleteOne(context)];

const toKey = ({
  publicId,
  name,
  prefix,
  creatorPublicId,
  createdAt,
  lastUsedAt,
}: Omit<KeyRow, 'id' | 'createdBy'>) => ({
  id: publicId,
  name,
  prefix,
  createdBy: creatorPublicId,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const list = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/keys',
    id: 'listKeys',
    summary: 'List API keys, newest first',
    description: 'Members see the keys they made, admins all.',
    group,
    role: 'member',
    answers: { 200: { description: 'The keys, without their values.', schema: KeyList } },
    async handle({ auth: { workspaceId, role, userId } }) {
      const keys = await listKeys(context.db, workspaceId, role === 'admin' ? undefined : userId);
      return json(200, { keys: keys.map(toKey) });
    },
  });

const postKey = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/keys',
    id: 'createKey',
    summary: 'Make an API key',
    description: "The key's value is in this answer and nowhere else. It may do what its creator may, at most.",
    group,
    role: 'member',
    body: KeyInput,
    bodyExample: { name: 'Website' },
    answers: { 201: { description: 'The key.', schema: NewKey } },
    errors: ['conflict'],
    creates: true,
    answersSecret: true,
    async handle({ auth: { workspaceId, userId, role, actor }, body: { name }, keep }) {
      const now = new Date();
      const limit = context.config.keysPerWorkspace;
      return inTransaction(context.db, async (trx) => {
        await lockWorkspace(trx, workspaceId);
        if ((await countKeys(trx, workspaceId)) >= limit) {
          throw conflict(`a workspace has at most ${limit} API keys; revoke one first`, { limit });
        }
        const { publicId, prefix, key } = await insertApiKey(trx, { workspaceId, createdBy: userId, role, name }, now);
        const entry = { workspaceId, actor, objectId: publicId, details: { name } };
        await recordAudit(trx, [{ ...entry, action: 'key.create' }], now);
        const { publicId: creatorPublicId } = await getUser(trx, userId);
        const answer = json(201, {
          ...toKey({ publicId, name, prefix, creatorPublicId, createdAt: now, lastUsedAt: null }),
          key,
        });
        await keep(trx, answer);
        return answer;
      });
    },
  });

const deleteOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/keys/{id}',
    id: 'revokeKey',
    summary: 'Revoke an API key',
    description: 'Every process refuses it within a second.',
    group,
    role: 'member',
    params: { id: "The key's id." },
    answers: { 200: { description: 'The key works no more.', schema: Done, example: { ok: true } } },
    async find({ auth, request }) {
      const key = await findKey(context.db, auth.workspaceId, request.params.id as string);
      if (key && auth.role !== 'admin' && key.createdBy !== auth.userId) {
        throw forbidden("another member's key is revoked by an admin");
      }
      if (!key) throw notFound('key');
      return key;
    },
    async handle({ auth: { workspaceId, actor }, found: { id, publicId, name } }) {
      const now = new Date();
      await inTransaction(context.db, async (trx) => {
        const entry = { workspaceId, actor, objectId: publicId, details: { name } };
        await recordAudit(trx, [{ ...entry, action: 'key.revoke' }], now);
        if (!(await deleteKey(trx, workspaceId, id))) throw notFound('key');
      });
      context.access.forget([{ workspaceId }]);
      context.announceChanges();
      return json(200, { ok: true });
    },
  });
