/**
 * The work that sends an outbox's emails. MySQL stores every email and its next attempt; BullMQ only distributes them,
 * so no email is lost if Redis loses its data.
 */
import { setTimeout as sleep } from 'node:timers/promises';
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
  claimMail,
  extendClaim,
  isMailWaiting,
  listDueMails,
  markMailFailure,
  markMailSent,
  type Outbox,
  postponeMail,
} from './outbox-queries.ts';
import { type DueMail, isFinalRefusal, type MailTransport } from './transport.ts';

const queuedAtOnce = 500;
/** The time after which another process sends the email of a killed process. A running process extends its claims. */
const claimMs = 120_000;
/** Attempts over about a day: after 20 s, 40 s, … */
const mostTries = 13;
const firstWaitMs = 20_000;
const recordAgainMs = 500;

export type Sender = {
  outbox: Outbox;
  log: Log;
  transport: MailTransport;
  /** Writes an email, with its tokens, which are never stored. Returns undefined if the email is no longer needed. */
  write: (mail: ClaimedMail) => Promise<DueMail | undefined>;
};

type SentMail = Exclude<DueMail, { postponeTo: Date }>;

/** Creates the work of a queue that sends an outbox's emails. */
export const sendingOf = (sender: Sender): Omit<DueWork<{ id: number }>, 'name'> => ({
  atOnce: 20,
  lookEveryMs: 1_000,
  look: async () =>
    (await listDueMails(sender.outbox, new Date(), queuedAtOnce)).map((id) => ({ id: `mail-${id}`, data: { id } })),
  work: ({ id }, stopping, begin) => sendMail(sender, id, { stopping, begin }),
  inPieces: true,
  onPoison: ({ id }, reason) => markMailFailure(sender.outbox, id, reason, undefined),
  onFailed: (err, { id }) =>
    sender.log.warn({ err, mail: id }, 'the result of an email could not be recorded; retrying'),
});

/** Sends an email; resolves to `busy` if another process, which may have ended, has claimed it. */
async function sendMail(
  sender: Sender,
  id: number,
  { stopping, begin }: { stopping: AbortSignal; begin: BeginPiece },
): Promise<'busy' | 'poison' | undefined> {
  const { outbox, log } = sender;
  const mail = await claimMail(outbox, id, new Date(), claimEnd());
  if (!mail) return (await isMailWaiting(outbox, id)) ? 'busy' : undefined;
  if (await begin('')) return 'poison';
  let written: DueMail | undefined;
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
  await recordSent(sender, id, written, stopping);
  return undefined;
}

/**
 * Records that an email was sent, once MySQL is available. A process that ends between the server's answer and this
 * transaction sends the email again: SMTP allows no better.
 */
async function recordSent({ outbox }: Sender, id: number, written: SentMail | undefined, stopping: AbortSignal) {
  for (;;) {
    try {
      return await inTransaction(outbox.db, async (trx) => {
        if (await markMailSent({ ...outbox, db: trx }, id, new Date())) await written?.recordSent?.(withTables(trx));
      });
    } catch (error) {
      if (!isStoreDown(error) || stopping.aborted) throw error;
      await sleep(recordAgainMs, undefined, { ref: false });
    }
  }
}

/** Writes an email and sends it, unless it is postponed or no longer needed. The claim is extended until then. */
async function writeAndSend({ outbox, log, transport, write }: Sender, mail: ClaimedMail) {
  const { stop } = repeat(log, 'extend the claim of an email', claimMs / 3, {
    work: () => extendClaim(outbox, mail, claimEnd()),
  });
  try {
    const written = await write(mail);
    if (!written || 'postponeTo' in written) return written;
    const { recordSent: _, ...message } = written;
    await transport.send({ id: mail.id, to: mail.recipient, ...message });
    return written;
  } finally {
    await stop();
  }
}

const claimEnd = () => new Date(Date.now() + claimMs);

const nextTryAfter = (attempts: number): Date | undefined =>
  attempts < mostTries ? new Date(Date.now() + firstWaitMs * 2 ** (attempts - 1)) : undefined;
