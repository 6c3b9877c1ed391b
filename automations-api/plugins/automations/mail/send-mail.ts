/** Sends one mail of the outbox, and notes what came of it. */
import type { Log } from '../../../../shared/log/log.ts';
import { reasonOf } from '../../../../shared/log/log-error.ts';
import { isFinalRefusal, type MailTransport } from '../../../../shared/mail/transport.ts';
import type { Db } from '../core/tables.ts';
import type { Mails } from './core/mails.ts';
import { type ClaimedMail, claimMail, isMailWaiting, markMailFailure, markMailSent } from './core/queries.ts';

/** Longer than any mail server is waited for. */
const claimMs = 5 * 60_000;
/** Tries over about a day: after 20 s, 40 s, … */
const mostTries = 13;
const firstWaitMs = 20_000;

export type MailSender = { db: Db; log: Log; mails: Mails; transport: MailTransport };

/** Does nothing for a mail that is sent, and for one that is claimed, perhaps by a process that ended. */
export async function sendMail(sender: MailSender, id: number): Promise<'busy' | undefined> {
  const { db, log, mails, transport } = sender;
  const now = new Date();
  const mail = await claimMail(db, id, now, new Date(now.getTime() + claimMs));
  if (!mail) return (await isMailWaiting(db, id)) ? 'busy' : undefined;
  try {
    const written = await mails.write(mail);
    if (written) await transport.send({ id, to: mail.to, ...written });
  } catch (error) {
    const err = error instanceof Error ? error : new Error(String(error));
    const nextTry = isFinalRefusal(error) ? undefined : nextTryOf(mail);
    log.warn({ err, mail: id, isLast: !nextTry }, 'an email could not be sent');
    await markMailFailure(db, id, reasonOf(err), nextTry);
    return undefined;
  }
  await markMailSent(db, id, new Date());
  return undefined;
}

const nextTryOf = ({ attempts }: ClaimedMail): Date | undefined =>
  attempts < mostTries ? new Date(Date.now() + firstWaitMs * 2 ** (attempts - 1)) : undefined;
