/** The writing of emails in the outbox. Tokens are created here, so that they are never stored. */
import type { Config } from '../../shared/config/config.ts';
import type { ClaimedMail } from '../../shared/mail/outbox-queries.ts';
import type { WrittenMail } from '../../shared/mail/transport.ts';
import { findAddressChange } from '../../shared/people/address-queries.ts';
import { findOpenInvite } from '../../shared/people/invite-queries.ts';
import { insertToken } from '../../shared/people/token-queries.ts';
import { findUser } from '../../shared/people/user-queries.ts';
import type { Db } from '../core/tables.ts';
import { addressUrl, joinUrl, resetHours, resetUrl, verifyHours, verifyUrl } from './button-links.ts';
import { type Mail, writeMessage } from './mail-texts.ts';

/** Writes an email. Resolves to `undefined` if it is no longer needed. */
export async function writeMail(
  db: Db,
  config: Config,
  { kind, recipient, data }: ClaimedMail,
): Promise<WrittenMail | undefined> {
  const mail = { kind, ...JSON.parse(data) } as Mail;
  const link = await createLink(db, config, { recipient, mail }, new Date());
  return link === 'not needed' ? undefined : writeMessage(mail, config, link);
}

/** Creates the URL of the email's button with a new token. Resolves to `undefined` for an email without a button. */
async function createLink(
  db: Db,
  { baseUrl }: Config,
  { recipient, mail }: { recipient: string; mail: Mail },
  now: Date,
): Promise<string | undefined | 'not needed'> {
  if (mail.kind === 'invite' || mail.kind === 'contacts-invite') {
    const invite = await findOpenInvite(db, mail.inviteId, now);
    if (!invite) return 'not needed';
    const { id, expiresAt } = invite;
    return joinUrl(baseUrl, await insertToken(db, 'invite', id, { expiresAt, mailed: true }));
  }
  if (mail.kind === 'password-reset') {
    if ((await findUser(db, mail.userId))?.email !== recipient) return 'not needed';
    const expiresAt = new Date(now.getTime() + resetHours * 3_600_000);
    return resetUrl(baseUrl, await insertToken(db, 'password', mail.userId, { expiresAt, mailed: true }));
  }
  if (mail.kind === 'verify-email') {
    if ((await findUser(db, mail.userId))?.emailVerifiedAt !== null) return 'not needed';
    const expiresAt = new Date(now.getTime() + verifyHours * 3_600_000);
    return verifyUrl(baseUrl, await insertToken(db, 'verify', mail.userId, { expiresAt, mailed: true }));
  }
  if (mail.kind === 'confirm-address') {
    if (!(await findAddressChange(db, mail.changeId))) return 'not needed';
    const expiresAt = new Date(now.getTime() + verifyHours * 3_600_000);
    return addressUrl(baseUrl, await insertToken(db, 'address', mail.changeId, { expiresAt, mailed: true }));
  }
  return undefined;
}
