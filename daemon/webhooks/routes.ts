/** Routes for webhooks. */
import { inTransaction } from '../../shared/db/db.ts';
import { newId } from '../../shared/db/public-ids.ts';
import { json } from '../../shared/http/answer.ts';
import { readReceiverUrl, receiverRules } from '../../shared/webhooks/send.ts';
import { isSecret, newSecret, previousSecretMs } from '../../shared/webhooks/signature.ts';
import type { Context } from '../api/context.ts';
import { type DescribedRoute, endpoint, type Lookup } from '../api/endpoint.ts';
import { conflict, invalid, notFound } from '../api/errors.ts';
import { Done } from '../api/schemas.ts';
import { recordAudit } from '../audit-log/record.ts';
import { recordAccessChanges } from '../change-feed/changes.ts';
import type { Trx } from '../core/tables.ts';
import type { Auth } from '../identity/auth.ts';
import { mostWebhooks } from '../workspaces/plan-limits.ts';
import { lockWorkspace } from '../workspaces/queries.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { eventNames, joinEvents } from './events.ts';
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
} from './queries.ts';
import { NewWebhook, Webhook, WebhookInput, WebhookList, WebhookPatch } from './schema.ts';
import { toWebhook } from './webhook.ts';

const group = 'Webhooks';
const role = 'admin';
const params = { id: "The webhook's id." };

export const webhookRoutes = (context: Context): DescribedRoute[] => [
  list(context),
  post(context),
  getOne(context),
  patchOne(context),
  deleteOne(context),
  rotate(context),
  ...deliveryRoutes(context, { group, role, params, find: findOne(context) }),
];

const findOne =
  ({ db }: Context) =>
  async ({ auth, request }: Lookup<'id'>): Promise<WebhookRow> => {
    const webhook = await findWebhook(db, auth.workspaceId, request.params.id);
    if (!webhook) throw notFound('webhook');
    return webhook;
  };

/** @throws `validation_failed` */
function requireUrl({ config }: Context, text: string): string {
  const parsed = readReceiverUrl(text, receiverRules(config));
  if ('fault' in parsed) throw invalid({ field: 'url', message: parsed.fault });
  return parsed.href;
}

type Action = 'create' | 'update' | 'rotate' | 'delete';

/**
 * Runs a change of a workspace's webhooks and records it. Within a second all processes know whether the workspace has
 * webhooks.
 */
async function change<T>(
  { db, access, announceChanges }: Context,
  { workspaceId, actor }: Auth,
  now: Date,
  work: (trx: Trx, record: (action: Action, objectId: string, details: object) => Promise<void>) => Promise<T>,
): Promise<T> {
  const changed = await inTransaction(db, async (trx) => {
    const result = await work(trx, (action, objectId, details) =>
      recordAudit(trx, [{ workspaceId, actor, action: `webhook.${action}`, objectId, details: { ...details } }], now),
    );
    await recordAccessChanges(trx, [{ workspaceId }]);
    return result;
  });
  access.forget([{ workspaceId }]);
  announceChanges();
  return changed;
}

/** Returns the details for the audit log: only the URL's host, because the rest can be a secret. */
const detailsOf = ({ url, events }: Pick<WebhookRow, 'url' | 'events'>) => ({ host: new URL(url).host, events });

const list = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/webhooks',
    id: 'listWebhooks',
    summary: 'List webhooks, newest first',
    group,
    role,
    answers: { 200: { description: 'The webhooks.', schema: WebhookList } },
    async handle({ auth: { workspaceId, workspacePublicId } }) {
      const webhooks = await listWebhooks(context.db, workspaceId);
      return json(200, { webhooks: webhooks.map((row) => toWebhook(row, workspacePublicId, new Date())) });
    },
  });

const post = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/webhooks',
    id: 'createWebhook',
    summary: 'Create a webhook',
    description:
      'Messages are signed according to Standard Webhooks. The secret is shown only in this answer. The webhook receives events ' +
      'after a second.',
    group,
    role,
    body: WebhookInput,
    answers: { 201: { description: 'The webhook.', schema: NewWebhook } },
    errors: ['conflict'],
    creates: true,
    async handle({ auth, body, keep }) {
      const now = new Date();
      const { workspaceId, workspacePublicId } = auth;
      const secret = body.secret ?? newSecret();
      if (!isSecret(secret)) {
        throw invalid({ field: 'secret', message: 'must be whsec_ and 24 to 64 bytes in base64' });
      }
      const webhook = {
        public_id: newId('whk'),
        url: requireUrl(context, body.url),
        events: joinEvents(body.events ?? eventNames),
        active: body.active ?? true,
        previous_until: null,
        failing_since: null,
        created_at: now,
        updated_at: now,
      };
      return change(context, auth, now, async (trx, record) => {
        await requireWebhookAllowed(context, trx, workspaceId);
        await insertWebhook(trx, {
          ...webhook,
          workspace_id: workspaceId,
          created_by: auth.userId,
          secret: context.webhookSecrets.seal(secret),
        });
        await record('create', webhook.public_id, detailsOf(webhook));
        const answer = json(201, { ...toWebhook(webhook, workspacePublicId, now), secret });
        await keep?.(trx, answer);
        return answer;
      });
    },
  });

/** Locks the workspace. @throws `conflict` if it has the maximum number of webhooks */
async function requireWebhookAllowed({ config }: Context, trx: Trx, workspaceId: number): Promise<void> {
  const { plan } = await lockWorkspace(trx, workspaceId);
  const limit = mostWebhooks(config, plan);
  if ((await countWebhooks(trx, workspaceId)) >= limit) {
    throw conflict(`A workspace can have ${limit} webhooks. Delete one first.`, { limit });
  }
}

const getOne = (context: Context) =>
  endpoint(context, {
    method: 'GET',
    path: '/webhooks/{id}',
    id: 'getWebhook',
    summary: 'Get a webhook',
    group,
    role,
    params,
    answers: { 200: { description: 'The webhook.', schema: Webhook } },
    find: findOne(context),
    handle: async ({ auth, found }) => json(200, toWebhook(found, auth.workspacePublicId, new Date())),
  });

const patchOne = (context: Context) =>
  endpoint(context, {
    method: 'PATCH',
    path: '/webhooks/{id}',
    id: 'updateWebhook',
    summary: 'Change a webhook',
    description:
      'Only the given fields change. While a webhook is off, it receives no events, and pending deliveries are not sent. ' +
      'They can be retried once it is on.',
    group,
    role,
    params,
    body: WebhookPatch,
    answers: { 200: { description: 'The changed webhook.', schema: Webhook } },
    find: findOne(context),
    async handle({ auth, found, body }) {
      const now = new Date();
      const changes = {
        ...(body.url === undefined ? {} : { url: requireUrl(context, body.url) }),
        ...(body.events === undefined ? {} : { events: joinEvents(body.events) }),
        ...(body.active === undefined ? {} : { active: body.active, failing_since: null }),
        updated_at: now,
      };
      const changed = await change(context, auth, now, async (trx, record) => {
        const before = await requireLocked(trx, found);
        await updateWebhook(trx, before, changes);
        const after = { ...before, ...changes };
        await record('update', after.public_id, { ...detailsOf(after), active: after.active });
        return after;
      });
      return json(200, toWebhook(changed, auth.workspacePublicId, now));
    },
  });

/** Locks a webhook. @throws `not_found` if it was deleted in the meantime */
async function requireLocked(trx: Trx, { workspace_id, public_id }: WebhookRow): Promise<WebhookRow> {
  const webhook = await lockWebhook(trx, workspace_id, public_id);
  if (!webhook) throw notFound('webhook');
  return webhook;
}

const deleteOne = (context: Context) =>
  endpoint(context, {
    method: 'DELETE',
    path: '/webhooks/{id}',
    id: 'deleteWebhook',
    summary: 'Delete a webhook with its deliveries',
    group,
    role,
    params,
    answers: { 200: { description: 'The webhook is deleted.', schema: Done } },
    find: findOne(context),
    async handle({ auth, found }) {
      const now = new Date();
      await change(context, auth, now, async (trx, record) => {
        const webhook = await requireLocked(trx, found);
        await deleteWebhook(trx, webhook, now);
        await record('delete', webhook.public_id, detailsOf(webhook));
      });
      return json(200, { ok: true });
    },
  });

const rotate = (context: Context) =>
  endpoint(context, {
    method: 'POST',
    path: '/webhooks/{id}/rotate',
    id: 'rotateWebhookSecret',
    summary: "Replace a webhook's secret",
    description:
      'The new secret is shown only in this answer. For a day messages have two signatures, by the new secret and the ' +
      'old one, so that a receiver can switch without losing messages.',
    group,
    role,
    params,
    answers: {
      200: { description: 'The webhook with its new secret.', schema: NewWebhook },
    },
    creates: true,
    find: findOne(context),
    async handle({ auth, found, keep }) {
      const now = new Date();
      const secret = newSecret();
      return change(context, auth, now, async (trx, record) => {
        const before = await requireLocked(trx, found);
        const changes = {
          secret: context.webhookSecrets.seal(secret),
          previous_secret: before.secret,
          previous_until: new Date(now.getTime() + previousSecretMs),
          updated_at: now,
        };
        await updateWebhook(trx, before, changes);
        await record('rotate', before.public_id, { host: new URL(before.url).host });
        const answer = json(200, { ...toWebhook({ ...before, ...changes }, auth.workspacePublicId, now), secret });
        await keep?.(trx, answer);
        return answer;
      });
    },
  });
