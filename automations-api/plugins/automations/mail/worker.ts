/** The worker that sends the emails of the outbox. */
import type { Selectable } from 'kysely';
import { shareFinds } from '../../../../shared/batches.ts';
import { withTables } from '../../../../shared/db/with-tables.ts';
import { sendingOf } from '../../../../shared/mail/send-mails.ts';
import { createMailTransport } from '../../../../shared/mail/transport.ts';
import type { PluginApi } from '../../../host/plugin.ts';
import { startSiteJobs } from '../../../host/site-jobs.ts';
import { findContacts } from '../contacts/actions/contact-changes.ts';
import type { AutomationsTables, MailTable } from '../core/tables.ts';
import type { Mails } from './core/mails.ts';
import { outboxIn } from './core/queries.ts';

export function startMails(api: PluginApi<AutomationsTables>, mails: Mails): void {
  const { config, db, log, onStop } = api;
  const transport = createMailTransport(config, { prefix: 'automations-', url: config.siteUrl }, log);
  onStop(() => transport.close());
  const findContact = shareFinds((ids) => findContacts(db, ids));
  startSiteJobs(api, {
    ...sendingOf({
      outbox: outboxIn(db),
      log,
      transport,
      async write(claimed) {
        const mail = claimed as Selectable<MailTable>;
        return mails.write(mail, mail.contact_id === null ? undefined : await findContact(mail.contact_id));
      },
      recordSent: (trx, sent) => mails.recordSent(withTables(trx), sent),
    }),
    name: 'automations-mails',
    patienceMs: 3_000,
    news: api.watch(
      'mails',
      `EXISTS (SELECT 1 FROM {prefix}automations_mails WHERE status = 'waiting' AND due_at <= UTC_TIMESTAMP(3))`,
    ),
  });
}
