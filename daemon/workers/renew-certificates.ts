/** The worker that orders the required certificates and renews them in time. */
import { getNow } from '../../shared/db/clock-queries.ts';
import { type Started, startDueJobs } from '../../shared/jobs/due-jobs.ts';
import { openKeyCipher } from '../../shared/secrets/key-cipher.ts';
import {
  claimOrder,
  deleteChallengesBefore,
  insertWanted,
  listDueCertificates,
} from '../domains/certificate-queries.ts';
import { certificateHosts } from '../domains/hostname.ts';
import { openAcme, orderCertificate, recordFailure } from '../domains/order-certificate.ts';
import type { WorkerStores } from './worker-stores.ts';

const queuedAtOnce = 100;
/** Time after which a dead worker's claim is free again, longer than any order takes. */
const claimMs = 15 * 60_000;

type Job = { hostname: string };

/** Starts the worker. Does nothing without ACME_DIRECTORY. */
export async function startCertificateOrders(stores: WorkerStores): Promise<Started> {
  const { config, db, log } = stores;
  if (config.acmeDirectory === '') return { close: async () => {} };
  const cipher = await openKeyCipher(config, 'certificates');
  const loadAcme = await openAcme(config);
  const own = certificateHosts(config);
  return startDueJobs<Job>(stores, {
    name: 'certificates',
    atOnce: 2,
    lookEveryMs: 5_000,
    async look() {
      const now = new Date();
      await insertWanted(db, own);
      await deleteChallengesBefore(db, await getNow(db));
      const hostnames = await listDueCertificates(db, cipher.keyId, own, { now, limit: queuedAtOnce });
      return hostnames.map((hostname) => ({ id: `order-${hostname}`, data: { hostname } }));
    },
    async work({ hostname }) {
      const now = new Date();
      if (!(await claimOrder(db, cipher.keyId, hostname, { until: new Date(now.getTime() + claimMs), now })))
        return 'busy';
      await orderCertificate({ config, db, cipher, loadAcme }, hostname);
      log.info({ hostname }, 'a certificate was obtained');
      return undefined;
    },
    onPoison: ({ hostname }, reason) => recordFailure(db, hostname, reason, new Date()),
    onFailed: (err, { hostname }) => log.warn({ err, hostname }, 'a certificate was not obtained'),
    // An order can take minutes. An abandoned order is repeated when its claim ends.
    patienceMs: 10_000,
  });
}
