/** The worker that receives due clicks, in one process at a time. */
import type { Started } from '../../../../shared/jobs/due-jobs.ts';
import { doInParts } from '../../../../shared/jobs/suspects.ts';
import { startSiteJobs } from '../../../host/site-jobs.ts';
import type { Context } from '../context/context.ts';
import { type Connection, followOffer } from './connection.ts';
import { takeSome } from './fetch-clicks.ts';
import { listDueContacts, sqlOfNews } from './links-queries.ts';

const lookEveryMs = 1_000;
/** The longest time until a connection requested in the dashboard takes effect. */
const offerEveryMs = 5_000;

export async function startTakingClicks(
  context: Context,
  connection: () => Promise<Connection | undefined>,
): Promise<Started> {
  const { config, db, log } = context;
  let lookedAt = 0;
  // Without the link service's tables there is no news, and the worker checks at intervals.
  const scalar = await sqlOfNews(db, config, config.contactClicks.waitSeconds);
  const news = scalar === undefined ? undefined : context.watch('clicks', scalar);
  return startSiteJobs<{ siteId: number }>(context, {
    name: 'automations-clicks',
    atOnce: 1,
    lookEveryMs,
    news,
    async look() {
      if (Date.now() - lookedAt > offerEveryMs) {
        lookedAt = Date.now();
        await followOffer(context);
      }
      const siteId = (await connection())?.siteId;
      if (siteId === undefined) return [];
      const until = new Date(Date.now() - config.contactClicks.waitSeconds * 1_000);
      const due = await listDueContacts(db, config, siteId, { storedUntil: until, limit: 1 });
      return due.length === 0 ? [] : [{ id: `site-${siteId}`, data: { siteId } }];
    },
    work({ siteId }, stopping, begin) {
      const isConnected = async () => (await connection())?.siteId === siteId;
      return doInParts(
        async () => (await isConnected()) && (await takeSome(context, siteId, new Date())),
        begin,
        stopping,
      );
    },
    inPieces: true,
    onFailed: (err) => log.warn({ err }, 'clicks of contacts could not be received; retrying'),
  });
}
