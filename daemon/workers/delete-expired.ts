/** The worker that deletes expired data, a limited number of rows per statement, so that no lock is kept for long. */
import type { Config } from '../../shared/config/config.ts';
import { getNow } from '../../shared/db/clock-queries.ts';
import { keptMs } from '../../shared/idempotency/attempts.ts';
import { deleteClaimsBefore } from '../../shared/idempotency/queries.ts';
import { repeat } from '../../shared/jobs/repeat.ts';
import { stats } from '../../shared/limits-of-fields.ts';
import type { Log } from '../../shared/log/log.ts';
import { deleteMailsBefore } from '../../shared/mail/outbox-queries.ts';
import { deleteAddressChangesBefore } from '../../shared/people/address-queries.ts';
import { deleteEntriesBefore } from '../../shared/people/audit-queries.ts';
import { deleteUsedChallengesBefore } from '../../shared/people/factor-queries.ts';
import { deleteInvitesBefore } from '../../shared/people/invite-queries.ts';
import { deleteNetworksBefore, networkDays } from '../../shared/people/network-queries.ts';
import { deleteSessionsBefore, deleteTokensOfEnded } from '../../shared/people/session-queries.ts';
import { deleteTicketsBefore } from '../../shared/people/ticket-queries.ts';
import { deleteTokensBefore } from '../../shared/people/token-queries.ts';
import { idempotencyKeys } from '../api/idempotency.ts';
import { deleteEventsBefore } from '../billing/core/queries.ts';
import { deletePageLinksBefore } from '../billing/local/queries.ts';
import { linkFeed } from '../change-feed/feed.ts';
import type { Db } from '../core/tables.ts';
import { deleteContactClicksBefore, deleteLinkRequestsBefore } from '../link-clicks/core/queries.ts';
import { deleteFreedSlugsBefore } from '../links/core/slug-queries.ts';
import { verifyHours } from '../mail/button-links.ts';
import { outboxIn } from '../mail/queries.ts';
import { deleteActionsBefore } from '../safety/core/action-queries.ts';
import { deleteUnknownPathsBefore } from '../stats/unknown-queries.ts';
import { dropUnsentBefore } from '../warehouse/queries.ts';

const forgetEveryMs = 600_000;
const rowsAtOnce = 5_000;
const dayMs = 86_400_000;
const mailDays = 30;
const contactClickDays = 30;
const linkRequestMs = 3_600_000;
/**
 * Number of days for which Stripe's events are kept. Stripe repeats an event for three days at most, and older
 * signatures are refused.
 */
const eventDays = 30;

export function startForgetting(config: Config, db: Db, log: Log, everyMs = forgetEveryMs): () => Promise<void> {
  const tasks: Record<string, (ago: (ms: number) => Date) => Promise<number>> = {
    changes: () => linkFeed.prune(db, config.feedKeepHours, rowsAtOnce),
    'idempotency keys': (ago) => deleteClaimsBefore(idempotencyKeys(db), ago(keptMs), rowsAtOnce),
    sessions: (ago) => deleteSessionsBefore(db, ago(0), rowsAtOnce),
    'tokens of ended sessions': () => deleteTokensOfEnded(db, rowsAtOnce),
    'tickets of sign-ins': (ago) => deleteTicketsBefore(db, ago(0), rowsAtOnce),
    networks: (ago) => deleteNetworksBefore(db, ago(networkDays * dayMs), rowsAtOnce),
    'changes of email': (ago) => deleteAddressChangesBefore(db, ago(verifyHours * 3_600_000), rowsAtOnce),
    'answered challenges': (ago) => deleteUsedChallengesBefore(db, ago(0), rowsAtOnce),
    'invitations to contacts': (ago) => deleteInvitesBefore(db, ago(0), rowsAtOnce),
    tokens: (ago) => deleteTokensBefore(db, ago(0), rowsAtOnce),
    mails: (ago) => deleteMailsBefore(outboxIn(db), ago(mailDays * dayMs), rowsAtOnce),
    'billing events': (ago) => deleteEventsBefore(db, ago(eventDays * dayMs), rowsAtOnce),
    'links to the billing page': (ago) => deletePageLinksBefore(db, ago(0), rowsAtOnce),
    'freed slugs': (ago) => deleteFreedSlugsBefore(db, ago(config.slugQuarantineDays * dayMs), rowsAtOnce),
    'unknown paths': (ago) => deleteUnknownPathsBefore(db, ago(stats.unknownPathDays * dayMs), rowsAtOnce),
    'clicks of contacts': (ago) => deleteContactClicksBefore(db, ago(contactClickDays * dayMs), rowsAtOnce),
    'requests for links in emails': (ago) => deleteLinkRequestsBefore(db, ago(linkRequestMs), rowsAtOnce),
    'clicks for the warehouse': async (ago) => {
      const { rows, clicks } = await dropUnsentBefore(db, ago(config.clicksExport.days * dayMs), rowsAtOnce);
      if (clicks > 0)
        log.error({ clicks }, 'clicks were dropped because CLICKS_EXPORT_URL did not accept them in time');
      return rows;
    },
    "operators' actions": (ago) => deleteActionsBefore(db, ago(config.auditDays * dayMs), rowsAtOnce),
    'audit entries': (ago) => deleteEntriesBefore(db, ago(config.auditDays * dayMs), rowsAtOnce),
  };
  const forgetting = Object.entries(tasks).map(([name, task]) =>
    repeat(log, `forget old ${name}`, everyMs, {
      work: async () => {
        const now = await getNow(db);
        while ((await task((ms) => new Date(now.getTime() - ms))) === rowsAtOnce);
      },
    }),
  );
  return async () => {
    await Promise.all(forgetting.map(({ stop }) => stop()));
  };
}
