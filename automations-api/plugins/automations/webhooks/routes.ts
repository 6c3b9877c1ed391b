/** Routes for webhooks. */
import { inTransaction } from '../../../../shared/db/db.ts';
import { readReceiverUrl, receiverRules } from '../../../../shared/webhooks/send.ts';
import { isSecret, newSecret, previousSecretMs } from '../../../../shared/webhooks/signature.ts';
import { siteOnly } from '../../../host/core/permission.ts';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { PagingArgs, readWindow, success, successWindow } from '../../../host/envelope.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context/context.ts';
import { presentSecond } from '../core/dates.ts';
import { notFound, unprocessable } from '../core/errors.ts';
import { DeletedAnswer, MadeWebhookAnswer, WebhookAnswer, WebhooksAnswer } from './answers.ts';
import {
  countWebhooks,
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  updateWebhook,
  type WebhookRow,
} from './core/queries.ts';
import { countUndelivered } from './delivery-queries.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { NewWebhook, WebhookChange } from './schema.ts';
import { type ShownWebhook, toAudited, toWebhook } from './show.ts';

export const webhookRoutes = (context: Context): RestRoute[] => [
  listRoute(context),
  addRoute(context),
  getRoute(context),
  updateRoute(context),
  rotateRoute(context),
  deleteRoute(context),
  ...deliveryRoutes(context, (id) => getWebhook(context, id)),
];

/** Converts a webhook to its answer, with its numbers of pending and dead deliveries. */
const show = async ({ db }: Context, webhook: ShownWebhook) =>
  toWebhook(webhook, await countUndelivered(db, webhook.id), new Date());

const listRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/webhooks',
    description: 'The webhooks, newest first, each with its numbers of pending and failed deliveries.',
    args: PagingArgs,
    example: { limit: 10 },
    answer: WebhooksAnswer,
    async callback({ params }) {
      const window = readWindow(params);
      const [rows, total] = await Promise.all([listWebhooks(context.db, window), countWebhooks(context.db)]);
      const webhooks = await Promise.all(rows.map((row) => show(context, row)));
      return successWindow({ webhooks }, window, total);
    },
  });

const addRoute = ({ db, config, outbox, secrets, registries }: Context) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/webhook/add',
    description: 'Creates a webhook and returns its secret.',
    args: NewWebhook,
    example: { url: 'https://example.com/hooks/contacts', events: ['tag.added'] },
    answer: MadeWebhookAnswer,
    async callback({ params, caller }) {
      const secret = params.secret || newSecret();
      if (!isSecret(secret)) throw unprocessable('secret must be whsec_ and 24 to 64 bytes in base64');
      const fresh = {
        url: readUrl(params.url, config),
        events: joinEvents(registries.events, params.events),
        active: true,
        created_at: presentSecond(),
        updated_at: null,
        previous_until: null,
        failing_since: null,
        attempted_at: null,
      };
      const id = await inTransaction(db, async (trx) => {
        const webhookId = await insertWebhook(trx, { ...fresh, secret: secrets.seal(secret) });
        await writeAudit(trx, caller, 'webhook.created', { subject: webhookId, data: toAudited(fresh) });
        return webhookId;
      });
      outbox.forget();
      return success({ webhooks: { ...toWebhook({ ...fresh, id }, { pending: 0, dead: 0 }, new Date()), secret } });
    },
  });

const getRoute = (context: Context) =>
  route({
    methods: ['GET'],
    path: '/webhook/{webhook_id}',
    description: "A webhook. A rule's webhook has no events.",
    answer: WebhookAnswer,
    async callback({ path }) {
      return success({ webhooks: await show(context, await getWebhook(context, path.webhook_id)) });
    },
  });

const updateRoute = (context: Context) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/webhook/update/{webhook_id}',
    description: 'Changes the given fields of a webhook.',
    args: WebhookChange,
    example: { events: ['tag.added', 'tag.removed'], active: true },
    answer: WebhookAnswer,
    async callback({ params, path, caller }) {
      const { db, config, outbox, registries } = context;
      const webhook = await getWebhook(context, path.webhook_id);
      const { url, events, active } = params;
      const changes = {
        ...(url === undefined ? {} : { url: readUrl(url, config) }),
        ...(events === undefined ? {} : { events: joinEvents(registries.events, events) }),
        ...(active === undefined ? {} : { active }),
        // Turning a webhook on again resets its failure record.
        ...(active && !webhook.active ? { failing_since: null } : {}),
        updated_at: presentSecond(),
      };
      await inTransaction(db, async (trx) => {
        await updateWebhook(trx, webhook.id, changes);
        await writeAudit(trx, caller, 'webhook.changed', {
          subject: webhook.id,
          data: toAudited({ ...webhook, ...changes }),
        });
      });
      outbox.forget();
      return success({ webhooks: await show(context, { ...webhook, ...changes }) });
    },
  });

const rotateRoute = (context: Context) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/webhook/rotate/{webhook_id}',
    description: 'Replaces the secret and returns the new one. For a day, deliveries are signed with both secrets.',
    answer: MadeWebhookAnswer,
    async callback({ path, caller }) {
      const { db, secrets } = context;
      const secret = newSecret();
      const now = presentSecond();
      const webhook = await inTransaction(db, async (trx) => {
        const before = await lockWebhook(trx, path.webhook_id);
        if (!before) throw notFound('webhook');
        // A secret that was encrypted with another key cannot sign.
        const isUsable = secrets.open(before.secret) !== undefined;
        const changes = {
          secret: secrets.seal(secret),
          previous_secret: isUsable ? before.secret : null,
          previous_until: isUsable ? new Date(now.getTime() + previousSecretMs) : null,
          updated_at: now,
        };
        await updateWebhook(trx, before.id, changes);
        await writeAudit(trx, caller, 'webhook.rotated', { subject: before.id, data: toAudited(before) });
        return { ...before, ...changes };
      });
      return success({ webhooks: { ...(await show(context, webhook)), secret } });
    },
  });

const deleteRoute = (context: Context) =>
  route({
    methods: ['DELETE'],
    permission: siteOnly,
    path: '/webhook/{webhook_id}',
    description: 'Deletes a webhook and its deliveries.',
    answer: DeletedAnswer,
    async callback({ path, caller }) {
      const { db, outbox } = context;
      const webhook = await getWebhook(context, path.webhook_id);
      await inTransaction(db, async (trx) => {
        await deleteWebhook(trx, webhook.id);
        await writeAudit(trx, caller, 'webhook.deleted', { subject: webhook.id, data: toAudited(webhook) });
      });
      outbox.forget();
      return success({ webhooks: { ID: webhook.id, url: webhook.url } });
    },
  });

async function getWebhook({ db }: Pick<Context, 'db'>, id: number): Promise<WebhookRow> {
  const webhook = await findWebhook(db, id);
  if (!webhook) throw notFound('webhook');
  return webhook;
}

/** Joins the names of the events; by default, of all events. @throws unprocessable_entity */
const joinEvents = (kinds: Context['registries']['events'], given?: readonly string[]) => {
  const names = kinds.list().map(({ name }) => name);
  const events = given ?? names;
  const unknown = events.findIndex((event) => !names.includes(event));
  if (unknown >= 0) throw unprocessable(`events[${unknown}] is not one of ${names.join(', ')}.`);
  if (events.length === 0) throw unprocessable('events must name at least one event');
  return [...new Set(events)].join(',');
};

/** @throws unprocessable_entity */
function readUrl(text: string, config: Parameters<typeof receiverRules>[0]): string {
  const read = readReceiverUrl(text, receiverRules(config));
  if ('fault' in read) throw unprocessable(`url ${read.fault}`);
  return read.href;
}
