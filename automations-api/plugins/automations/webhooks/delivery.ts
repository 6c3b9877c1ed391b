/** The start of the sender of webhook deliveries. It stops with the plugin. */
import { startCarrier } from '../../../../shared/webhooks/carrier.ts';
import type { Secrets } from '../../../../shared/webhooks/secrets.ts';
import { receiverRules } from '../../../../shared/webhooks/send.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import { presentSecond } from '../core/dates.ts';
import type { AutomationsTables } from '../core/tables.ts';
import type { Outbox } from './core/outbox.ts';
import { deliveriesIn, findWebhook } from './core/queries.ts';
import { createHealthRecorder, toReceiver } from './health.ts';
import { recordOnTimeline } from './record-on-timeline.ts';

export function startDelivery(api: PluginApi<AutomationsTables>, outbox: Outbox, secrets: Secrets): void {
  const { config, db, log, openRedis, onStop } = api;
  const { redisPrefix, tablePrefix } = config;
  const recordTry = createHealthRecorder(db);
  const carrier = startCarrier({
    deliveries: deliveriesIn(db),
    record: (...noted) => recordOnTimeline(db, ...noted),
    findReceiver: async (id) => toReceiver(await findWebhook(db, id), new Date()),
    onTried: (id, receiver, outcome) => recordTry(id, receiver, outcome, presentSecond()),
    secrets,
    rules: receiverRules(config),
    log,
    redis: { queue: openRedis('queue'), worker: openRedis('queue') },
    redisPrefix,
    // The prefix separates sites that share a Redis, because their webhook ids can be equal.
    name: `${tablePrefix}webhook-turns`,
    retrySeconds: config.webhookRetrySeconds,
    sentAtOnce: 16,
    keptDays: { delivered: 7, dead: 90 },
    news: api.watch(
      'webhooks',
      `EXISTS (SELECT 1 FROM {prefix}automations_webhook_deliveries
        WHERE status IN ('new', 'queued') GROUP BY status, webhook_id HAVING MIN(due_at) <= UTC_TIMESTAMP(3))`,
    ),
  });
  outbox.onNews(() => carrier.nudge());
  onStop(() => carrier.close());
}
