/**
 * Checks domains again and clears removed ones away. MySQL says which are due and when the next check is; BullMQ shares
 * the work out, a bounded number at a time, and keeps two workers from the same domain.
 */
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config.ts';
import type { Db } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { repeat } from '../../shared/repeat.ts';
import { system } from '../audit-log/record.ts';
import { nudgeChannel } from '../change-feed/changes.ts';
import { queuePrefix } from '../clicks/queue.ts';
import { checkDomain } from '../domains/check-domain.ts';
import { claimCheck, findDomainById, listDue, listRemoved } from '../domains/queries.ts';
import { clearAway } from '../domains/remove.ts';

const queueName = 'domains';
const lookEveryMs = 5_000;
const queuedAtOnce = 200;
const domainsAtOnce = 10;
/** A check that failed for a reason of ours is made again after this time. */
const retryMs = 5 * 60_000;

type Job = { id: number; work: 'check' | 'clear-away' };

/** `queue` waits for Redis, `commands` fails at once. */
export type DomainCheckOptions = {
  config: Config;
  db: Db;
  queue: Redis;
  commands: Redis;
  log: Log;
  /** A certificate authority to trust besides those Node knows. */
  ca?: string;
};

export function startDomainChecks({ config, db, queue: connection, commands, log, ca }: DomainCheckOptions): {
  close(): Promise<void>;
} {
  const prefix = queuePrefix(config.redisPrefix);
  const stopping = new AbortController();
  const queue = new Queue<Job>(queueName, {
    connection: commands,
    prefix,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  // A job that is there already stays as it is, so looking again queues nothing twice.
  const stopLooking = repeat(log, 'look for domains to check', lookEveryMs, async () => {
    const [due, removed] = await Promise.all([listDue(db, new Date(), queuedAtOnce), listRemoved(db, queuedAtOnce)]);
    const jobs = [
      ...due.map((id): Job => ({ id, work: 'check' })),
      ...removed.map((id): Job => ({ id, work: 'clear-away' })),
    ];
    if (jobs.length === 0) return;
    await queue.addBulk(jobs.map((data) => ({ name: data.work, data, opts: { jobId: `${data.work}-${data.id}` } })));
  });

  async function check(id: number): Promise<void> {
    const now = new Date();
    if (!(await claimCheck(db, id, new Date(now.getTime() + retryMs), now))) return;
    const before = await findDomainById(db, id);
    if (!before) return;
    const after = await checkDomain({ config, db, ...(ca === undefined ? {} : { ca }) }, before, system, now);
    if (after && after.status !== before.status) announce();
  }
  const announce = () => void commands.publish(nudgeChannel(config.redisPrefix), '').catch(() => {});

  const worker = new Worker<Job>(
    queueName,
    async ({ data: { id, work } }) => {
      if (work === 'check') return check(id);
      await clearAway(db, id, new Date(), stopping.signal);
      announce();
    },
    { connection, prefix, concurrency: domainsAtOnce },
  );
  worker.on('failed', (job, err) => log.warn({ err, job: job?.data }, 'work on a domain failed; it is tried again'));
  worker.on('error', (err) => log.debug({ err }, 'the domain queue has a fault'));
  queue.on('error', (err) => log.debug({ err }, 'the domain queue has a fault'));
  return {
    async close() {
      stopping.abort();
      await stopLooking();
      await worker.close();
      await queue.close();
    },
  };
}
