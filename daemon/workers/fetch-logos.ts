/** The worker that fetches the logos of domains' brands, and retries after failures. */
import { type Started, startDueJobs } from '../../shared/jobs/due-jobs.ts';
import { giveUpLogo, listDueLogos } from '../qr/brand-logo-queries.ts';
import { fetchDueLogo } from '../qr/fetch-logo.ts';
import type { WorkerStores } from './worker-stores.ts';

const queuedAtOnce = 50;
const lookEveryMs = 2_000;

export function startFetchingLogos(stores: WorkerStores): Started {
  const { config, db, log } = stores;
  const rules = config.allowPrivateDestinations ? { isAllowed: () => true } : {};
  return startDueJobs<{ id: number }>(stores, {
    name: 'brand-logos',
    atOnce: 2,
    lookEveryMs,
    news: stores.pulse?.news('logos'),
    look: async () =>
      (await listDueLogos(db, new Date(), queuedAtOnce)).map((id) => ({ id: `logo-${id}`, data: { id } })),
    work: ({ id }) => fetchDueLogo(db, id, rules, new Date()),
    onPoison: ({ id }, reason) => giveUpLogo(db, id, reason),
    onFailed: (err, job) => log.warn({ err, job }, "a brand's logo could not be fetched; retrying"),
  });
}
