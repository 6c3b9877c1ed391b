/**
 * Orders the certificates that are wanted and renews them in time. MySQL says which are due, and a claim there keeps two
 * workers from ordering one; BullMQ shares the work out, a few orders at a time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config.ts';
import type { Db } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { repeat } from '../../shared/repeat.ts';
import { queuePrefix } from '../clicks/queue.ts';
import {
  claimOrder,
  deleteChallengesBefore,
  insertWanted,
  listDueCertificates,
} from '../domains/certificate-queries.ts';
import { certificateHosts } from '../domains/hostname.ts';
import { openSealer } from '../domains/key-cipher.ts';
import { orderCertificate, prepareAcme } from '../domains/order-certificate.ts';

const queueName = 'certificates';
const lookEveryMs = 5_000;
const queuedAtOnce = 100;
const ordersAtOnce = 2;
/** Longer than any order takes: a claim whose worker died is free again after this time. */
const claimMs = 15 * 60_000;
const patienceMs = 10_000;

type Job = { hostname: string };

/** `queue` waits for Redis, `commands` fails at once. */
export type CertificateOptions = { config: Config; db: Db; queue: Redis; commands: Redis; log: Log };

/** Does nothing without ACME_DIRECTORY. */
export async function startCertificateOrders({ config, db, queue: connection, commands, log }: CertificateOptions) {
  if (config.acmeDirectory === '') return { close: async () => {} };
  const sealer = await openSealer(config);
  await prepareAcme(config);
  const own = certificateHosts(config);
  const prefix = queuePrefix(config.redisPrefix);
  const queue = new Queue<Job>(queueName, {
    connection: commands,
    prefix,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  const stopLooking = repeat(log, 'look for certificates to order', lookEveryMs, async () => {
    const now = new Date();
    await insertWanted(db, own);
    await deleteChallengesBefore(db, now);
    const hostnames = await listDueCertificates(db, sealer.keyId, own, now, queuedAtOnce);
    if (hostnames.length === 0) return;
    // A job that is there already stays as it is.
    await queue.addBulk(
      hostnames.map((hostname) => ({ name: 'order', data: { hostname }, opts: { jobId: `order-${hostname}` } })),
    );
  });
  const worker = new Worker<Job>(
    queueName,
    async ({ data: { hostname } }) => {
      const now = new Date();
      if (!(await claimOrder(db, sealer.keyId, hostname, new Date(now.getTime() + claimMs), now))) return;
      await orderCertificate({ config, db, sealer }, hostname);
      log.info({ hostname }, 'a certificate was obtained');
    },
    { connection, prefix, concurrency: ordersAtOnce },
  );
  worker.on('failed', (job, err) => log.warn({ err, hostname: job?.data.hostname }, 'a certificate was not obtained'));
  worker.on('error', (err) => log.debug({ err }, 'the certificate queue has a fault'));
  queue.on('error', (err) => log.debug({ err }, 'the certificate queue has a fault'));
  return {
    async close() {
      await stopLooking();
      // An order can take minutes; one that is left is made again when its claim ends.
      await Promise.race([worker.close(), sleep(patienceMs, undefined, { ref: false })]);
      await queue.close();
    },
  };
}
