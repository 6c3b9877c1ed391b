/** The worker that sends the emails in the outbox. */
import { type Started, startDueJobs } from '../../shared/jobs/due-jobs.ts';
import type { ClaimedMail } from '../../shared/mail/outbox-queries.ts';
import { sendingOf } from '../../shared/mail/send-mails.ts';
import { createMailTransport } from '../../shared/mail/transport.ts';
import { writeReport } from '../email-reports/write-report.ts';
import { outboxIn } from '../mail/queries.ts';
import { writeMail } from '../mail/write-mail.ts';
import type { WorkerStores } from './worker-stores.ts';

export function startMails(stores: WorkerStores): Started {
  const { config, db, log } = stores;
  const transport = createMailTransport(config, { prefix: '', url: config.baseUrl }, log);
  const write = (mail: ClaimedMail) => (mail.kind === 'report' ? writeReport : writeMail)(db, config, mail);
  const mails = startDueJobs(stores, {
    ...sendingOf({ outbox: outboxIn(db), log, transport, write }),
    name: 'mails',
    news: stores.pulse?.news('mails'),
  });
  return {
    async close() {
      await mails.close();
      transport.close();
    },
  };
}
