/** Mails with a link in them: the token is made here, and is nowhere but in the mail. */

import { dashboardUrl } from '../../../../shared/config/dashboard-url.ts';
import type { Context } from '../context/context.ts';
import { keyOfEmail } from '../core/text.ts';
import type { AdminRow } from '../people/admin-queries.ts';
import { deleteTokensOf, insertToken } from '../people/token-queries.ts';

type Tools = Pick<Context, 'db' | 'config' | 'mailer'>;
type Recipient = Pick<AdminRow, 'id' | 'email' | 'name'>;

const hourMs = 3_600_000;
const resetHours = 1;

/** Where the button of a mail leads: a screen of the admin application. */
const screen = (siteUrl: string, name: string, token: string) => `${siteUrl}/wp-admin/${name}?token=${token}`;

export async function mailReset({ db, config, mailer }: Tools, { id, email, name }: Recipient): Promise<void> {
  const token = await insertToken(db, 'password', id, new Date(Date.now() + resetHours * hourMs));
  mailer.send(email, {
    subject: 'Set a new password',
    paragraphs: [
      `Hello ${name}, someone asked to reset your password for ${config.siteUrl}.`,
      'The link works once, for one hour. Not you? Ignore this email: your password stays unchanged.',
    ],
    button: { label: 'Set a new password', url: screen(config.siteUrl, 'reset-password', token) },
  });
}

/** Their password is that of the dashboard. */
export const mailResetElsewhere = ({ config, mailer }: Pick<Tools, 'config' | 'mailer'>, to: Omit<Recipient, 'id'>) =>
  mailer.send(to.email, {
    subject: 'Set a new password',
    paragraphs: [
      `Hello ${to.name}, someone asked to reset your password for ${config.siteUrl}.`,
      'You sign in there with your dashboard password; set a new one in the dashboard. Not you? Ignore this email.',
    ],
    button: { label: 'Set a new password', url: `${dashboardUrl(config.baseUrl)}/forgot-password` },
  });

export type Teller = Pick<Context, 'config' | 'mailer' | 'tries' | 'log'>;

/** Tells a person of a change to what gives access; the first so many an hour tell enough. */
async function notify(
  { config, mailer, tries, log }: Teller,
  { email, name }: Omit<Recipient, 'id'>,
  subject: string,
  paragraphs: string[],
): Promise<void> {
  try {
    await tries.spendOnMail('notice', keyOfEmail(email));
  } catch (err) {
    log.warn({ err }, 'a notification email could not be queued');
    return;
  }
  mailer.send(email, {
    subject: `${subject} (${new URL(config.siteUrl).host})`,
    paragraphs: [`Hello ${name}, ${paragraphs[0]}`, ...paragraphs.slice(1)],
    button: { label: 'Open the admin application', url: `${config.siteUrl}/wp-admin/` },
  });
}

export const tellOfPassword = (tools: Teller, to: Omit<Recipient, 'id'>) =>
  notify(tools, to, 'Your password was changed', [
    `your password for ${tools.config.siteUrl} was changed and all other sessions were signed out.`,
    'Not you? Set a new password now with “Forgot password” on the sign-in page.',
  ]);

export const tellOfJoining = (tools: Teller, to: Omit<Recipient, 'id'>) =>
  notify(tools, to, 'One sign-in for links and contacts', [
    `your accounts for ${tools.config.siteUrl} and ${dashboardUrl(tools.config.baseUrl)} have the same email and are now one account.`,
    'Sign in to both with your dashboard password. Your role and history in contacts stay. Your authenticator ' +
      'app is kept if the dashboard had none; recovery codes for contacts no longer work.',
  ]);

export const tellOfRecoveryCode = (tools: Teller, to: Omit<Recipient, 'id'>, left: number) =>
  notify(tools, to, 'A recovery code was used', [
    `someone used a recovery code of your account (${tools.config.siteUrl}). ${left === 0 ? 'None is' : left === 1 ? '1 is' : `${left} are`} left.`,
    'Not you? Set a new password now with “Forgot password” on the sign-in page, and tell an administrator.',
  ]);

const factorWords = {
  added: ['A second factor was added', (name: string) => `the second factor ${name} was added to your account`],
  removed: ['A second factor was removed', (name: string) => `the second factor ${name} was removed from your account`],
  reset: ['Your second factors were removed', () => 'an administrator removed all second factors of your account'],
  renewed: ['You have new recovery codes', () => 'new recovery codes were created and the former ones no longer work'],
} as const;

export function tellOfFactor(
  tools: Teller,
  to: Omit<Recipient, 'id'>,
  what: keyof typeof factorWords,
  name = '',
): Promise<void> {
  const [subject, words] = factorWords[what];
  return notify(tools, to, subject, [
    `${words(name)} (${tools.config.siteUrl}).`,
    'Not you? Set a new password now with “Forgot password” on the sign-in page, and tell an administrator.',
  ]);
}

const keyWords = {
  made: ['A new API key', 'was created in your name'],
  revoked: ['An API key was revoked', 'was revoked in your name'],
} as const;

export type ChangedKey = { id: number; description: string };

export function tellOfKey(
  tools: Teller,
  to: Omit<Recipient, 'id'>,
  what: keyof typeof keyWords,
  { id, description }: ChangedKey,
): Promise<void> {
  const [subject, words] = keyWords[what];
  const named = description ? `the API key ${id} (${description})` : `the API key ${id}`;
  return notify(tools, to, subject, [
    `${named} of ${tools.config.siteUrl} ${words}.`,
    'Not you? Set a new password now and check the API keys and the audit log under Settings.',
  ]);
}

/** To somebody who has all they need to sign in. */
export const mailAccess = (
  { config, mailer }: Pick<Tools, 'config' | 'mailer'>,
  to: Recipient,
  inviter: string,
): void =>
  mailer.send(to.email, {
    subject: `${inviter} invites you to ${new URL(config.siteUrl).host}`,
    paragraphs: [
      `Hello ${to.name}, ${inviter} lets you in to the contacts of ${config.siteUrl}.`,
      `Sign in there as you do at ${dashboardUrl(config.baseUrl)}, or open Contacts in the menu there.`,
    ],
    button: { label: 'Open the admin application', url: `${config.siteUrl}/wp-admin/` },
  });

/** Test email to check delivery. Resolves to the mail server's reply. @throws the reason if it was not sent */
export const mailTest = ({ config, mailer }: Pick<Context, 'config' | 'mailer'>, to: string, by: string) =>
  mailer.sendNow(to, {
    subject: `Test mail of ${new URL(config.siteUrl).host}`,
    paragraphs: [
      `${by} asked ${config.siteUrl} for this mail, to see whether mails arrive. They do.`,
      `It was sent as ${config.mailFrom}.`,
    ],
    button: { label: 'Open the admin application', url: `${config.siteUrl}/wp-admin/` },
  });

/** Earlier invitations of the same person end. Only the email has the link, so that accepting proves who reads it. */
export async function mailInvitation(
  { db, config, mailer }: Tools,
  { id, email }: Recipient,
  inviter: string,
): Promise<void> {
  await deleteTokensOf(db, id, 'invite');
  const token = await insertToken(db, 'invite', id, new Date(Date.now() + config.inviteDays * 24 * hourMs));
  const url = screen(config.siteUrl, 'join', token);
  mailer.send(email, {
    subject: `${inviter} invites you to ${new URL(config.siteUrl).host}`,
    paragraphs: [
      `${inviter} invites you to the contacts of ${config.siteUrl}.`,
      `The invitation expires in ${config.inviteDays === 1 ? 'a day' : `${config.inviteDays} days`}. Not expected? Ignore it.`,
    ],
    button: { label: 'Accept the invitation', url },
  });
}
