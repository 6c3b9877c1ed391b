/**
 * Sends what the outbox holds. MySQL says which mails wait; BullMQ does the work, tries again later and keeps two
 * workers from sending one mail. A link in a mail gets its token here, so that none is ever stored.
 */
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Config } from '../../shared/config.ts';
import type { Db } from '../../shared/db.ts';
import type { Log } from '../../shared/log.ts';
import { repeat } from '../../shared/repeat.ts';
import { resetHours, resetUrl } from '../accounts/password-reset.ts';
import { queuePrefix } from '../clicks/queue.ts';
import { insertToken } from '../identity/tokens.ts';
import { type Mail, writeMessage } from '../mail/messages.ts';
import { findInviteEnd, findWaiting, listWaiting, markFailure, markSent } from '../mail/queries.ts';
import { createMailTransport, type Transport } from '../mail/transport.ts';
import { joinUrl } from '../members/invite.ts';

const queueName = 'mails';
const lookEveryMs = 1_000;
const queuedAtOnce = 200;
const mailsAtOnce = 5;
/** Over about a day: after 20 s, 40 s, … */
const tries = 13;
const firstWaitMs = 20_000;

type Job = { id: number };

/** `queue` waits for Redis, `commands` fails at once. */
export type MailOptions = { config: Config; db: Db; queue: Redis; commands: Redis; log: Log };

export function startMails({ config, db, queue: connection, commands, log }: MailOptions): { close(): Promise<void> } {
  const transport = createMailTransport(config, log);
  const prefix = queuePrefix(config.redisPrefix);
  const queue = new Queue<Job>(queueName, {
    connection: commands,
    prefix,
    defaultJobOptions: {
      attempts: tries,
      backoff: { type: 'exponential', delay: firstWaitMs },
      removeOnComplete: true,
      removeOnFail: true,
    },
  });
  // A job that is there already stays as it is, so looking again queues nothing twice.
  const stopLooking = repeat(log, 'look for mails', lookEveryMs, async () => {
    const ids = await listWaiting(db, queuedAtOnce);
    if (ids.length === 0) return;
    await queue.addBulk(ids.map((id) => ({ name: 'send', data: { id }, opts: { jobId: `mail-${id}` } })));
  });
  const worker = new Worker<Job>(queueName, ({ data: { id } }) => sendMail(db, config, transport, id), {
    connection,
    prefix,
    concurrency: mailsAtOnce,
  });
  worker.on('failed', (job, err) => {
    const isLast = (job?.attemptsMade ?? 0) >= tries;
    log.warn({ err, mail: job?.data.id, isLast }, 'a mail could not be sent');
    if (job) markFailure(db, job.data.id, err.message, isLast).catch(() => {});
  });
  worker.on('error', (err) => log.debug({ err }, 'the mail queue has a fault'));
  queue.on('error', (err) => log.debug({ err }, 'the mail queue has a fault'));
  return {
    async close() {
      await stopLooking();
      await worker.close();
      await queue.close();
      transport.close();
    },
  };
}

async function sendMail(db: Db, config: Config, transport: Transport, id: number): Promise<void> {
  const waiting = await findWaiting(db, id);
  if (!waiting) return;
  const now = new Date();
  const link = await makeLink(db, config, waiting.mail, now);
  if (link !== 'not needed') await transport.send({ id, to: waiting.recipient, ...writeMessage(waiting.mail, link) });
  await markSent(db, id, now);
}

/** Where the mail's button leads, with a token of its own. */
async function makeLink(
  db: Db,
  { baseUrl }: Config,
  mail: Mail,
  now: Date,
): Promise<string | undefined | 'not needed'> {
  if (mail.kind === 'invite') {
    const expiresAt = await findInviteEnd(db, mail.inviteId, now);
    return expiresAt ? joinUrl(baseUrl, await insertToken(db, 'invite', mail.inviteId, expiresAt)) : 'not needed';
  }
  if (mail.kind === 'password-reset') {
    const expiresAt = new Date(now.getTime() + resetHours * 3_600_000);
    return resetUrl(baseUrl, await insertToken(db, 'password', mail.userId, expiresAt));
  }
  return undefined;
}
