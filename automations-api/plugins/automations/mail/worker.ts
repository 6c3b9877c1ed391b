/** The worker that sends the emails of the outbox. */
import type { Selectable } from 'kysely';
import { sendingOf } from '../../../../shared/mail/send-mails.ts';
import { createMailTransport } from '../../../../shared/mail/transport.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import { startSiteJobs } from '../../../host/site-jobs.ts';
import type { AutomationsTables, MailTable } from '../core/tables.ts';
import type { Mails } from './core/mails.ts';
import { outboxIn } from './core/queries.ts';

export function startMails(api: PluginApi<AutomationsTables>, mails: Mails): void {
  const { config, db, log, onStop } = api;
  const transport = createMailTransport(config, { prefix: 'automations-', url: config.siteUrl }, log);
  onStop(() => transport.close());
  startSiteJobs(api, {
    ...sendingOf({ outbox: outboxIn(db), log, transport, write: (mail) => mails.write(mail as Selectable<MailTable>) }),
    name: 'automations-mails',
    patienceMs: 3_000,
    news: api.watch(
      'mails',
      `EXISTS (SELECT 1 FROM {prefix}automations_mails WHERE status = 'waiting' AND due_at <= UTC_TIMESTAMP(3))`,
    ),
  });
}
