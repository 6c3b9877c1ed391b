/**
 * The sending of an outbox's emails. MySQL has every email and its next attempt; BullMQ only distributes them, so no
 * email is lost if Redis loses its data.
 */
import { inTransaction } from '../db/db.ts';
import { withTables } from '../db/with-tables.ts';
import type { DueWork } from '../jobs/due-jobs.ts';
import type { Log } from '../log/log.ts';
import { reasonOf } from '../log/log-error.ts';
import {
  type ClaimedMail,
  claimMail,
  isMailWaiting,
  listDueMails,
  markMailFailure,
  markMailSent,
  type Outbox,
  postponeMail,
} from './outbox-queries.ts';
import { type DueMail, isFinalRefusal, type MailTransport } from './transport.ts';

const queuedAtOnce = 200;
/** The duration of a claim, longer than the time limit for a mail server. */
const claimMs = 5 * 60_000;
/** Attempts over about a day: after 20 s, 40 s, … */
const mostTries = 13;
const firstWaitMs = 20_000;

export type Sender = {
  outbox: Outbox;
  log: Log;
  transport: MailTransport;
  /** Writes an email, with its tokens, which are never stored. Returns undefined if the email is no longer needed. */
  write: (mail: ClaimedMail) => Promise<DueMail | undefined>;
};

/** Creates the work of a queue that sends an outbox's emails. */
export const sendingOf = (sender: Sender): Omit<DueWork<{ id: number }>, 'name'> => ({
  atOnce: 20,
  lookEveryMs: 1_000,
  look: async () =>
    (await listDueMails(sender.outbox, new Date(), queuedAtOnce)).map((id) => ({ id: `mail-${id}`, data: { id } })),
  work: ({ id }) => sendMail(sender, id),
  onPoison: ({ id }, reason) => markMailFailure(sender.outbox, id, reason, undefined),
  onFailed: (err, { id }) =>
    sender.log.warn({ err, mail: id }, 'the result of an email could not be recorded; retrying'),
});

/** Sends an email; resolves to `busy` if another process, which may have ended, has claimed it. */
async function sendMail(sender: Sender, id: number): Promise<'busy' | undefined> {
  const { outbox, log, transport, write } = sender;
  const now = new Date();
  const mail = await claimMail(outbox, id, now, new Date(now.getTime() + claimMs));
  if (!mail) return (await isMailWaiting(outbox, id)) ? 'busy' : undefined;
  const { recipient: to, attempts } = mail;
  let recordSent: Extract<DueMail, { subject: string }>['recordSent'];
  try {
    const written = await write(mail);
    if (written && 'postponeTo' in written) {
      await postponeMail(outbox, id, written.postponeTo, written.data);
      return undefined;
    }
    if (written) {
      const { recordSent: record, ...message } = written;
      await transport.send({ id, to, ...message });
      recordSent = record;
    }
  } catch (error) {
    const err = error instanceof Error ? error : new Error(String(error));
    const nextTry = isFinalRefusal(error) ? undefined : nextTryAfter(attempts);
    log.warn({ err, mail: id, isLast: !nextTry }, 'an email could not be sent');
    await markMailFailure(outbox, id, reasonOf(err), nextTry);
    return undefined;
  }
  // A process that ends between the server's answer and this transaction sends the email again: SMTP allows no better.
  await inTransaction(outbox.db, async (trx) => {
    await markMailSent({ ...outbox, db: trx }, id, new Date());
    await recordSent?.(withTables(trx));
  });
  return undefined;
}

const nextTryAfter = (attempts: number): Date | undefined =>
  attempts < mostTries ? new Date(Date.now() + firstWaitMs * 2 ** (attempts - 1)) : undefined;
