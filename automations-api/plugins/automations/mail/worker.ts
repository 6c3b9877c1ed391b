/** Sends what the outbox of mails holds; it ends with the plugin. */
import { createMailTransport } from '../../../../shared/mail/transport.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import { startSiteJobs } from '../context/site-jobs.ts';
import type { AutomationsTables } from '../core/tables.ts';
import type { Mails } from './core/mails.ts';
import { listDueMails, markMailFailure } from './core/queries.ts';
import { sendMail } from './send-mail.ts';

const queuedAtOnce = 200;

export function startMails(api: PluginApi<AutomationsTables>, mails: Mails): void {
  const { config, db, log, onStop } = api;
  const transport = createMailTransport(config, { prefix: 'automations-', url: config.siteUrl }, log);
  onStop(() => transport.close());
  startSiteJobs<{ id: number }>(api, {
    name: 'automations-mails',
    atOnce: 5,
    patienceMs: 3_000,
    lookEveryMs: 1_000,
    news: api.watch(
      'mails',
      `EXISTS (SELECT 1 FROM {prefix}automations_mails WHERE status = 'waiting' AND due_at <= UTC_TIMESTAMP(3))`,
    ),
    look: async () =>
      (await listDueMails(db, new Date(), queuedAtOnce)).map((id) => ({ id: `mail-${id}`, data: { id } })),
    work: ({ id }) => sendMail({ db, log, mails, transport }, id),
    onPoison: ({ id }, reason) => markMailFailure(db, id, reason, undefined),
    onFailed: (err, { id }) => log.warn({ err, mail: id }, 'the result of an email could not be recorded; retrying'),
  });
}
