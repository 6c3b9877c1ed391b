/** Sends the mails of the outbox. */

import { type Started, startDueJobs } from '../../shared/jobs/due-jobs.ts';
import { reasonOf } from '../../shared/log/log-error.ts';
import { createMailTransport } from '../../shared/mail/transport.ts';
import { listWaiting, markFailure } from '../mail/queries.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { WorkerStores } from './worker-stores.ts';

const queuedAtOnce = 200;
/** Over about a day: after 20 s, 40 s, … */
const tries = { attempts: 13, backoff: { type: 'exponential', delay: 20_000 } };

type Job = { id: number };

export function startMails(stores: WorkerStores): Started {
  const { config, db, log } = stores;
  const transport = createMailTransport(config, { prefix: '', url: config.baseUrl }, log);
  const mails = startDueJobs<Job>(stores, {
    name: 'mails',
    atOnce: 5,
    lookEveryMs: 1_000,
    news: stores.pulse?.news('mails'),
    tries,
    look: async () => (await listWaiting(db, queuedAtOnce)).map((id) => ({ id: `mail-${id}`, data: { id } })),
    work: ({ id }) => sendMail(db, config, transport, id),
    onPoison: ({ id }, reason) => markFailure(db, id, reason, true),
    onFailed(err, { id }, isLast) {
      log.warn({ err, mail: id, isLast }, 'an email could not be sent');
      markFailure(db, id, reasonOf(err), isLast).catch(() => {});
    },
  });
  return {
    async close() {
      await mails.close();
      transport.close();
    },
  };
}
