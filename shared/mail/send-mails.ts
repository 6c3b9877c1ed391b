/**
 * The work that sends an outbox's emails. MySQL stores every email and its next attempt; BullMQ only distributes them,
 * so no email is lost if Redis loses its data.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { createBatches, shareFinds } from '../batches.ts';
import { inTransaction } from '../db/db.ts';
import { withTables } from '../db/with-tables.ts';
import { isStoreDown } from '../errors.ts';
import type { DueWork } from '../jobs/due-jobs.ts';
import { repeat } from '../jobs/repeat.ts';
import type { BeginPiece } from '../jobs/suspects.ts';
import type { Log } from '../log/log.ts';
import { reasonOf } from '../log/log-error.ts';
import {
  type ClaimedMail,
  claimMails,
  extendClaim,
  isMailWaiting,
  listDueMails,
  type MailTables,
  markMailFailure,
  markMailsSent,
  type Outbox,
  postponeMail,
} from './outbox-queries.ts';
import { isFinalRefusal, type MailTransport, type Postponed, type WrittenMail } from './transport.ts';

const queuedAtOnce = 500;
/** The time after which another process sends the email of a killed process. A running process extends its claims. */
const claimMs = 120_000;
/** Attempts over about a day: after 20 s, 40 s, … */
const mostTries = 13;
const firstWaitMs = 20_000;
const recordAgainMs = 500;

/** A sent email, with what `write` returned. */
export type SentMail<Mail> = { id: number; mail: Mail };

type Port<Mail extends WrittenMail> = {
  outbox: Outbox;
  log: Log;
  transport: MailTransport;
  /** Writes an email, with its tokens, which are never stored. Returns undefined if the email is no longer needed. */
  write: (mail: ClaimedMail) => Promise<Mail | Postponed | undefined>;
  /** Runs in the transaction that marks the emails as sent. */
  recordSent?: (trx: Transaction<unknown>, sent: SentMail<Mail>[]) => Promise<unknown>;
};

const atOnce = 20;

/** Creates the work of a queue that sends an outbox's emails. Claims and results of several emails share transactions. */
export function sendingOf<Mail extends WrittenMail>(port: Port<Mail>): Omit<DueWork<{ id: number }>, 'name'> {
  const { outbox, log } = port;
  const results = createBatches<Result<Mail>, undefined>(
    async (all) => {
      await inTransaction(outbox.db, (trx) => markAll(port, trx, all));
      return all.map(() => undefined);
    },
    { lanes: 2, limit: atOnce, sizeOf: () => 1, keyOf: ({ id }) => id },
  );
  const claim = shareFinds((ids) => claimMails(outbox, ids, new Date(), claimEnd()));
  const sender: Sender<Mail> = { ...port, claim, record: results.add };
  return {
    atOnce,
    lookEveryMs: 1_000,
    look: async () =>
      (await listDueMails(outbox, new Date(), queuedAtOnce)).map((id) => ({ id: `mail-${id}`, data: { id } })),
    work: ({ id }, stopping, begin) => sendMail(sender, id, { stopping, begin }),
    inPieces: true,
    onPoison: ({ id }, reason) => markMailFailure(outbox, id, reason, undefined),
    onFailed: (err, { id }) => log.warn({ err, mail: id }, 'the result of an email could not be recorded; retrying'),
  };
}

/** The result of processing an email. `mail`: the sent email; undefined if it was no longer needed. */
type Result<Mail> = { id: number; mail: Mail | undefined };

type Sender<Mail extends WrittenMail> = Port<Mail> & {
  claim: (id: number) => Promise<ClaimedMail | undefined>;
  record: (result: Result<Mail>) => Promise<unknown>;
};

async function markAll<Mail extends WrittenMail>(
  { outbox, recordSent }: Port<Mail>,
  trx: Transaction<MailTables>,
  all: Result<Mail>[],
): Promise<void> {
  const ids = all.map(({ id }) => id);
  const marked = await markMailsSent({ ...outbox, db: trx }, ids, new Date());
  const sent = all.flatMap(({ id, mail }) => (mail && marked.has(id) ? [{ id, mail }] : []));
  if (sent.length > 0) await recordSent?.(withTables(trx), sent);
}

/** Sends an email; resolves to `busy` if another process, which may have ended, has claimed it. */
async function sendMail<Mail extends WrittenMail>(
  sender: Sender<Mail>,
  id: number,
  { stopping, begin }: { stopping: AbortSignal; begin: BeginPiece },
): Promise<'busy' | 'poison' | undefined> {
  const { outbox, log } = sender;
  const mail = await sender.claim(id);
  if (!mail) return (await isMailWaiting(outbox, id)) ? 'busy' : undefined;
  if (await begin('')) return 'poison';
  let written: Mail | Postponed | undefined;
  try {
    written = await writeAndSend(sender, mail);
  } catch (error) {
    const err = error instanceof Error ? error : new Error(String(error));
    const nextTry = isFinalRefusal(error) ? undefined : nextTryAfter(mail.attempts);
    log.warn({ err, mail: id, isLast: !nextTry }, 'an email could not be sent');
    await markMailFailure(outbox, id, reasonOf(err), nextTry);
    return undefined;
  }
  if (written && 'postponeTo' in written) {
    await postponeMail(outbox, id, written.postponeTo, written.data);
    return undefined;
  }
  await recordResult(sender, { id, mail: written }, stopping);
  return undefined;
}

/**
 * Records that an email was sent, once MySQL is available. A process that ends between the server's answer and this
 * transaction sends the email again: SMTP offers no way to avoid this.
 */
async function recordResult<Mail extends WrittenMail>(
  { record }: Sender<Mail>,
  result: Result<Mail>,
  stopping: AbortSignal,
) {
  for (;;) {
    try {
      return await record(result);
    } catch (error) {
      if (!isStoreDown(error) || stopping.aborted) throw error;
      await sleep(recordAgainMs, undefined, { ref: false });
    }
  }
}

/**
 * Writes an email and sends it, unless it is postponed or no longer needed. The claim is extended until this is done.
 */
async function writeAndSend<Mail extends WrittenMail>(
  { outbox, log, transport, write }: Sender<Mail>,
  mail: ClaimedMail,
) {
  const { stop } = repeat(log, 'extend the claim of an email', claimMs / 3, {
    work: () => extendClaim(outbox, mail, claimEnd()),
  });
  try {
    const written = await write(mail);
    if (!written || 'postponeTo' in written) return written;
    await transport.send({ ...written, id: mail.id, to: mail.recipient });
    return written;
  } finally {
    await stop();
  }
}

const claimEnd = () => new Date(Date.now() + claimMs);

const nextTryAfter = (attempts: number): Date | undefined =>
  attempts < mostTries ? new Date(Date.now() + firstWaitMs * 2 ** (attempts - 1)) : undefined;
