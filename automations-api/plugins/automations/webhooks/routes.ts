/** The routes of webhooks and of what was, or could not be, delivered. */
import { inTransaction } from '../../../../shared/db.ts';
import { reviveDelivery } from '../../../../shared/webhooks/delivery-queries.ts';
import { readReceiverUrl } from '../../../../shared/webhooks/send.ts';
import { isSecret, newSecret } from '../../../../shared/webhooks/signature.ts';
import { type RestRoute, route } from '../../../host/route.ts';
import { writeAudit } from '../audit/write.ts';
import type { Context } from '../context.ts';
import { presentSecond, sqlDate } from '../dates.ts';
import { PagingArgs, readWindow, success, successWindow } from '../envelope.ts';
import { notFound, unprocessable } from '../errors.ts';
import { eventNames } from '../events.ts';
import { siteOnly } from '../permission.ts';
import {
  countDeliveries,
  countWebhooks,
  type DeliveryRow,
  deleteWebhook,
  deliveriesIn,
  findDelivery,
  findWebhook,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  updateWebhook,
  type WebhookRow,
} from './queries.ts';
import { DeliveryArgs, NewWebhook, WebhookChange } from './schema.ts';

export const webhookRoutes = (context: Context): RestRoute[] => [
  listRoute(context),
  addRoute(context),
  updateRoute(context),
  deleteRoute(context),
  deliveriesRoute(context),
  retryRoute(context),
];

/** The secret is shown once, when the webhook is made. */
const toWebhook = ({ id, url, events, active, created_at, updated_at }: Omit<WebhookRow, 'secret'>) => ({
  ID: id,
  url,
  events: events.split(','),
  active,
  created_at: sqlDate(created_at),
  updated_at: updated_at && sqlDate(updated_at),
});

/** Of the URL no more than where it leads: what follows may be a secret. */
const toAudited = ({ url, events, active }: Pick<WebhookRow, 'url' | 'events' | 'active'>) => ({
  receiver: new URL(url).origin,
  events: events.split(','),
  active,
});

const toDelivery = (row: DeliveryRow) => ({
  ID: row.id,
  webhook_id: row.webhook_id,
  event: row.event,
  status: row.status === 'new' || row.status === 'queued' ? 'pending' : row.status,
  attempts: row.attempts,
  last_error: row.last_error,
  payload: JSON.parse(row.payload) as unknown,
  created_at: sqlDate(row.created_at),
  attempted_at: row.attempted_at && sqlDate(row.attempted_at),
});

const listRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/webhooks',
    description: 'The webhooks, newest first.',
    args: PagingArgs,
    async callback({ params }) {
      const window = readWindow(params);
      const [webhooks, total] = await Promise.all([listWebhooks(db, window), countWebhooks(db)]);
      return successWindow({ webhooks: webhooks.map(toWebhook) }, window, total);
    },
  });

const addRoute = ({ db, config, outbox, secrets }: Context) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/webhook/add',
    description: 'Makes a webhook and answers its secret.',
    args: NewWebhook,
    async callback({ params, caller }) {
      const secret = params.secret || newSecret();
      if (!isSecret(secret)) throw unprocessable('secret must be whsec_ and 24 to 64 bytes in base64');
      const fresh = {
        url: readUrl(params.url, config.allowPrivateDestinations),
        events: joinEvents(params.events ?? eventNames),
        active: true,
        created_at: presentSecond(),
        updated_at: null,
      };
      const id = await inTransaction(db, async (trx) => {
        const made = await insertWebhook(trx, { ...fresh, secret: secrets.seal(secret) });
        await writeAudit(trx, caller, 'webhook.created', made, toAudited(fresh));
        return made;
      });
      outbox.forget();
      return success({ webhooks: { ...toWebhook({ ...fresh, id }), secret } });
    },
  });

const updateRoute = ({ db, config, outbox }: Context) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/webhook/update/{webhook_id}',
    description: 'Changes a webhook: what is given is written, the rest stays.',
    args: WebhookChange,
    async callback({ params, path, caller }) {
      const webhook = await needWebhook(db, path.webhook_id as number);
      const { url, events, active } = params;
      const changes = {
        ...(url === undefined ? {} : { url: readUrl(url, config.allowPrivateDestinations) }),
        ...(events === undefined ? {} : { events: joinEvents(events) }),
        ...(active === undefined ? {} : { active }),
        updated_at: presentSecond(),
      };
      await inTransaction(db, async (trx) => {
        await updateWebhook(trx, webhook.id, changes);
        await writeAudit(trx, caller, 'webhook.changed', webhook.id, toAudited({ ...webhook, ...changes }));
      });
      outbox.forget();
      return success({ webhooks: toWebhook({ ...webhook, ...changes }) });
    },
  });

const deleteRoute = ({ db, outbox }: Context) =>
  route({
    methods: ['DELETE'],
    permission: siteOnly,
    path: '/webhook/{webhook_id}',
    description: 'Deletes a webhook and its deliveries.',
    async callback({ path, caller }) {
      const webhook = await needWebhook(db, path.webhook_id as number);
      await inTransaction(db, async (trx) => {
        await deleteWebhook(trx, webhook.id);
        await writeAudit(trx, caller, 'webhook.deleted', webhook.id, toAudited(webhook));
      });
      outbox.forget();
      return success({ webhooks: { ID: webhook.id, url: webhook.url } });
    },
  });

const deliveriesRoute = ({ db }: Context) =>
  route({
    methods: ['GET'],
    path: '/webhook/{webhook_id}/deliveries',
    description: 'What was sent, newest first; status=dead is the dead letter list.',
    args: DeliveryArgs,
    async callback({ params, path }) {
      const { id } = await needWebhook(db, path.webhook_id as number);
      const window = readWindow(params);
      const [deliveries, total] = await Promise.all([
        listDeliveries(db, id, params.status, window),
        countDeliveries(db, id, params.status),
      ]);
      return successWindow({ deliveries: deliveries.map(toDelivery) }, window, total);
    },
  });

const retryRoute = ({ db, outbox }: Context) =>
  route({
    methods: ['POST'],
    permission: siteOnly,
    path: '/webhook/retry/{delivery_id}',
    description: 'Sends a dead letter again.',
    async callback({ path }) {
      const id = path.delivery_id as number;
      if (!(await findDelivery(db, id))) throw notFound('delivery');
      if (!(await reviveDelivery(deliveriesIn(db), id, ['dead'])))
        throw unprocessable('Only a dead delivery can be sent again.');
      outbox.nudge();
      return success({ deliveries: toDelivery((await findDelivery(db, id)) as DeliveryRow) });
    },
  });

async function needWebhook(db: Context['db'], id: number): Promise<WebhookRow> {
  const webhook = await findWebhook(db, id);
  if (!webhook) throw notFound('webhook');
  return webhook;
}

const joinEvents = (events: readonly string[]) => {
  if (events.length === 0) throw unprocessable('events must name at least one event');
  return [...new Set(events)].join(',');
};

/** @throws unprocessable_entity */
function readUrl(text: string, allowPrivate: boolean): string {
  const read = readReceiverUrl(text, allowPrivate);
  if ('fault' in read) throw unprocessable(`url ${read.fault}`);
  return read.href;
}
