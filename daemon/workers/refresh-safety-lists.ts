/**
 * Keeps the threat lists of SAFETY_LISTS up to date. MySQL says when each was looked at last; BullMQ keeps two workers
 * from the same list.
 */
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config.ts';
import type { Db } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { repeat } from '../../shared/repeat.ts';
import { queuePrefix } from '../clicks/queue.ts';
import { toSource } from '../safety/lists/download.ts';
import { keepOnly, listLists } from '../safety/lists/queries.ts';
import { refreshList } from '../safety/lists/refresh.ts';

const queueName = 'safety-lists';
const lookEveryMs = 2_000;
/** A list that could not be had is asked for again after this time. */
const againMs = 5 * 60_000;

type Job = { name: string };

/** `queue` waits for Redis, `commands` fails at once. */
export type RefreshListsOptions = { config: Config; db: Db; queue: Redis; commands: Redis; log: Log };

export function startListRefresh({ config, db, queue: connection, commands, log }: RefreshListsOptions): {
  close(): Promise<void>;
} {
  const { lists, listMinutes, listMegabytes } = config.safety;
  const sources = new Map(lists.map(toSource).map((source) => [source.name, source]));
  const prefix = queuePrefix(config.redisPrefix);
  const queue = new Queue<Job>(queueName, {
    connection: commands,
    prefix,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  const stopLooking = repeat(log, 'look for threat lists to refresh', lookEveryMs, async () => {
    const known = new Map((await listLists(db)).map((list) => [list.name, list]));
    if ([...known.keys()].some((name) => !sources.has(name))) await keepOnly(db, [...sources.keys()]);
    const due = [...sources.keys()].filter((name) => {
      const list = known.get(name);
      const waitMs = list?.last_error ? Math.min(againMs, listMinutes * 60_000) : listMinutes * 60_000;
      return !list?.checked_at || list.checked_at.getTime() + waitMs <= Date.now();
    });
    if (due.length === 0) return;
    await queue.addBulk(
      due.map((name) => ({ name: 'refresh', data: { name }, opts: { jobId: `list-${name.slice(-6)}` } })),
    );
  });
  const worker = new Worker<Job>(
    queueName,
    async ({ data: { name } }) => {
      const source = sources.get(name);
      if (!source) return;
      const refreshed = await refreshList(db, source, { limit: listMegabytes * 2 ** 20 }, new Date());
      if (refreshed.state === 'failed') {
        log.warn({ list: name, error: refreshed.error }, 'a threat list could not be had; its last good content stays');
      } else if (refreshed.state === 'changed') {
        log.info({ list: name, entries: refreshed.entries }, 'a threat list changed');
      }
    },
    { connection, prefix, concurrency: 1 },
  );
  worker.on('failed', (job, err) => log.warn({ err, list: job?.data.name }, 'a threat list could not be refreshed'));
  worker.on('error', (err) => log.debug({ err }, 'the queue of threat lists has a fault'));
  queue.on('error', (err) => log.debug({ err }, 'the queue of threat lists has a fault'));
  return {
    async close() {
      await stopLooking();
      await worker.close();
      await queue.close();
    },
  };
}
