/** Carries the outbox to its receivers; it ends with the plugin. */
import { dropQueue } from '../../../../shared/queues.ts';
import { startCarrier } from '../../../../shared/webhooks/carrier.ts';
import type { Secrets } from '../../../../shared/webhooks/secrets.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import type { AutomationsTables } from '../tables.ts';
import type { Outbox } from './outbox.ts';
import { deliveriesIn, findWebhook, updateWebhook } from './queries.ts';
import { recordOnTimeline } from './record-on-timeline.ts';

export function startDelivery(api: PluginApi<AutomationsTables>, outbox: Outbox, secrets: Secrets): void {
  const { config, db, log, openRedis, onStop } = api;
  const { redisPrefix, tablePrefix } = config;
  const carrier = startCarrier({
    deliveries: deliveriesIn(db),
    record: (...noted) => recordOnTimeline(db, ...noted),
    async findReceiver(id) {
      const webhook = await findWebhook(db, id);
      return webhook?.active ? { url: webhook.url, secrets: [webhook.secret] } : undefined;
    },
    async onTried(id, _, outcome) {
      if (outcome === 'gone') await updateWebhook(db, id, { active: false, updated_at: new Date() });
    },
    secrets,
    allowPrivate: config.allowPrivateDestinations,
    log,
    redis: { queue: openRedis('queue'), worker: openRedis('queue') },
    redisPrefix,
    // Sites that share a Redis differ in the prefix of their tables, and the ids of their webhooks do not.
    name: `${tablePrefix}webhook-turns`,
    retrySeconds: config.webhookRetrySeconds,
    sentAtOnce: 16,
    keptDays: { delivered: 7, dead: 90 },
  });
  // The former release had a job for each delivery; MySQL knows of them all.
  dropQueue(openRedis('commands'), redisPrefix, `${tablePrefix}webhooks`);
  outbox.onNews(() => carrier.nudge());
  onStop(() => carrier.close());
}
