/** The worker that sends webhook deliveries and deletes ended webhooks. */
import type { Started } from '../../shared/jobs/due-jobs.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import { openKeyCipher } from '../../shared/secrets/key-cipher.ts';
import { startCarrier } from '../../shared/webhooks/carrier.ts';
import { createSecrets } from '../../shared/webhooks/secrets.ts';
import { receiverRules } from '../../shared/webhooks/send.ts';
import { notifyOfClicks } from '../stats/notify-of-clicks.ts';
import { listGatheringWebhooks } from '../webhooks/click-queries.ts';
import { deliveriesIn } from '../webhooks/delivery-queries.ts';
import { clearWebhook, findReceiver, listEnded } from '../webhooks/queries.ts';
import { recordAttempt } from '../webhooks/turn-off.ts';
import type { WorkerStores } from './worker-stores.ts';

const clearEveryMs = 10_000;
const endedAtOnce = 100;
const rowsAtOnce = 2_000;

export async function startWebhooks(stores: WorkerStores): Promise<Started> {
  const { config, db, log, pulse } = stores;
  const carrier = startCarrier({
    deliveries: deliveriesIn(db),
    findReceiver: (id) => findReceiver(db, id, new Date()),
    onTried: (id, receiver, outcome) => recordAttempt(db, id, receiver, { outcome, now: new Date() }),
    secrets: createSecrets(await openKeyCipher(config, 'webhooks')),
    rules: receiverRules(config),
    log,
    redis: { queue: stores.commands, worker: stores.queue },
    redisPrefix: config.redisPrefix,
    name: 'webhooks',
    retrySeconds: config.webhookRetrySeconds,
    sentAtOnce: 1,
    keptDays: { delivered: 3, dead: 30 },
    news: pulse?.news('webhooks'),
    gathering: {
      listWebhooks: () => listGatheringWebhooks(db),
      gather: (id) => notifyOfClicks(db, config, id),
    },
  });
  const clear = async () => {
    for (const id of await listEnded(db, endedAtOnce)) {
      while (!(await clearWebhook(db, id, rowsAtOnce)));
    }
  };
  const clearing = repeat(log, 'delete ended webhooks', clearEveryMs, {
    work: clear,
    news: pulse?.news('ended webhooks'),
  });
  return {
    async close() {
      await Promise.all([carrier.close(), clearing.stop()]);
    },
  };
}
