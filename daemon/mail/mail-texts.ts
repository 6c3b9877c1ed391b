/**
 * The texts of all emails, as plain text and as simple HTML without remote assets. Pure functions of an email's data and
 * of its link.
 */
import type { Config } from '../../shared/config/config.ts';
import type { WrittenMail } from '../../shared/mail/transport.ts';
import { toLine } from '../../shared/names.ts';
import { escapeHtml } from '../../shared/pages/html.ts';
import type { ContactsMail } from '../../shared/people/mail-queries.ts';

/** Every kind of email, with its stored data. The data is not secret: tokens are created when an email is sent. */
export type Mail =
  | { kind: 'invite'; inviteId: number; workspaceName: string; inviterName: string; role: string }
  | { kind: 'password-reset'; userId: number; name: string }
  | { kind: 'verify-email'; userId: number; name: string }
  | { kind: 'confirm-address'; changeId: number; name: string }
  | { kind: 'address-requested' | 'address-changed'; name: string; email: string }
  | { kind: 'password-changed'; name: string }
  | { kind: 'factor-added'; name: string; factor: keyof typeof factors; factorName: string }
  | { kind: 'factor-removed'; name: string; factor: keyof typeof factors; factorName: string; isLast: boolean }
  | { kind: 'factors-removed'; name: string }
  | { kind: 'recovery-codes-made'; name: string }
  | { kind: 'recovery-code-used'; name: string; left: number }
  | {
      kind: 'key-made';
      name: string;
      keyName: string;
      workspaceName: string;
      permission: keyof typeof rightsOf;
      expiresAt: string | null;
    }
  | { kind: 'keys-revoked'; name: string; keyNames: string[]; workspaceName: string }
  | { kind: 'workspace-handed-over'; workspaceName: string; previousOwner: string }
  | { kind: 'link-banned'; shortUrl: string; destination: string; reason: string }
  | { kind: 'link-banned-by-hand'; shortUrl: string; reason: string }
  | { kind: 'appeal-decided'; shortUrl: string; lifted: boolean; answer: string | null }
  | { kind: 'domain-misconfigured'; hostname: string; records: string[] }
  | { kind: 'webhook-disabled'; host: string; reason: 'gone' | 'failing' }
  | { kind: 'payment-failed'; workspaceName: string; graceUntil: string }
  | ContactsMail;

/** Settings that emails mention. */
type MailSettings = Pick<Config, 'inviteDays'>;

/** An email's texts. Its link, if any, follows the first paragraph. */
type Texts = { subject: string; paragraphs: string[]; button?: string };

/** The rights of a key, keyed by permission. */
const rightsOf = {
  read: 'It can read.',
  write: 'It can read and write.',
  admin: 'It has the full access of an admin.',
};

const factors = { totp: 'the authenticator app', passkey: 'the passkey' };

/** Advice for a user who did not change their second factors. */
const notYours =
  'Not you? Set a new password now, check the sessions and second factors in your account, and tell the operator of this service.';

const textsOf: { [K in Mail['kind']]: (mail: Extract<Mail, { kind: K }>, settings: MailSettings) => Texts } = {
  invite: ({ workspaceName, inviterName, role }, { inviteDays }) => ({
    subject: `${inviterName} invites you to ${workspaceName}`,
    paragraphs: [
      `${inviterName} invites you to join the workspace ${workspaceName} as ${role}.`,
      `The invitation expires in ${inviteDays === 1 ? 'a day' : `${inviteDays} days`} and works only for this email. Not expected? Ignore it.`,
    ],
    button: 'Accept the invitation',
  }),
  'password-reset': ({ name }) => ({
    subject: 'Set a new password',
    paragraphs: [
      `Hello ${name}, someone asked to reset your password.`,
      'The link works once, for one hour. Not you? Ignore this email: your password stays unchanged.',
    ],
    button: 'Set a new password',
  }),
  'verify-email': ({ name }) => ({
    subject: 'Verify your email',
    paragraphs: [
      `Hello ${name}, an account was created with this email. Please confirm that it is yours.`,
      'The link works once, for three days. Not you? Ignore this email: the account stays unverified and can invite only a few users.',
    ],
    button: 'Verify email',
  }),
  'confirm-address': ({ name }) => ({
    subject: 'Confirm your new email',
    paragraphs: [
      `Hello ${name}, you asked to use this email for your account. Please confirm that it is yours.`,
      'The link works once, for three days. Not you? Ignore this email.',
    ],
    button: 'Use this email',
  }),
  'address-requested': ({ name, email }) => ({
    subject: 'Your email is about to change',
    paragraphs: [
      `Hello ${name}, someone signed in to your account asked to change its email to ${email}.`,
      'It changes once the link sent there is used. Not you? Reset your password now.',
    ],
  }),
  'address-changed': ({ name, email }) => ({
    subject: 'Your email was changed',
    paragraphs: [
      `Hello ${name}, the email of your account is now ${email}. Sign in with it.`,
      'Not you? Tell the operator of this service at once.',
    ],
  }),
  'password-changed': ({ name }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${name}, the password of your account was changed and all other sessions were signed out.`,
      'Not you? Set a new password now with “Forgot password” on the sign-in page, and revoke API keys that are not yours.',
    ],
  }),
  'factor-added': ({ name, factor, factorName }) => ({
    subject: `A second factor was added: ${factorName}`,
    paragraphs: [`Hello ${name}, ${factors[factor]} ${factorName} was added to your account.`, notYours],
  }),
  'factor-removed': ({ name, factor, factorName, isLast }) => ({
    subject: `A second factor was removed: ${factorName}`,
    paragraphs: [
      `Hello ${name}, ${factors[factor]} ${factorName} was removed from your account.${isLast ? ' Your password alone signs you in now.' : ''}`,
      notYours,
    ],
  }),
  'factors-removed': ({ name }) => ({
    subject: 'Your second factors were removed',
    paragraphs: [
      `Hello ${name}, the operator of this service removed all second factors of your account. Your password alone signs you in now.`,
      'Did you not ask for this? Tell the operator at once.',
    ],
  }),
  'recovery-codes-made': ({ name }) => ({
    subject: 'You have new recovery codes',
    paragraphs: [
      `Hello ${name}, new recovery codes were created for your account. The old ones no longer work.`,
      notYours,
    ],
  }),
  'recovery-code-used': ({ name, left }) => ({
    subject: 'A recovery code was used',
    paragraphs: [
      `Hello ${name}, someone used a recovery code of your account. ${left === 0 ? 'None is left' : `${left} ${left === 1 ? 'is' : 'are'} left`}; you can create new ones in your account.`,
      notYours,
    ],
  }),
  'key-made': ({ name, keyName, workspaceName, permission, expiresAt }) => ({
    subject: `A new API key: ${keyName}`,
    paragraphs: [
      `Hello ${name}, the API key ${keyName} was created in your name in the workspace ${workspaceName}. ${rightsOf[permission]} It ${expiresAt === null ? 'never expires' : `expires at ${expiresAt}`}.`,
      'Not you? Revoke it under Settings, API keys, and set a new password: someone is signed in as you or has one of your keys.',
    ],
  }),
  'keys-revoked': ({ name, keyNames, workspaceName }) => ({
    subject:
      keyNames.length === 1 ? `An API key was revoked: ${keyNames[0]}` : `${keyNames.length} API keys were revoked`,
    paragraphs: [
      `Hello ${name}, these API keys that you created in the workspace ${workspaceName} no longer work: ${keyNames.join(', ')}.`,
      'Apps using them have lost access. Not expected? Ask an admin of the workspace; the audit log shows who revoked them.',
    ],
  }),
  'workspace-handed-over': ({ workspaceName, previousOwner }) => ({
    subject: `You are the owner of ${workspaceName}`,
    paragraphs: [
      `${previousOwner} made you the owner of the workspace ${workspaceName}.`,
      'You now get its billing emails. Only you can delete or transfer it.',
    ],
  }),
  'link-banned': ({ shortUrl, destination, reason }) => ({
    subject: `${shortUrl} was banned`,
    paragraphs: [
      `The destination of your short link ${shortUrl} was found unsafe (${reason}). The link now shows a warning instead of redirecting.`,
      `Its destination is ${destination.replace(/^http/i, 'hxxp')}.`,
      'Change the destination: the ban ends once the new one is checked.',
    ],
  }),
  'link-banned-by-hand': ({ shortUrl, reason }) => ({
    subject: `${shortUrl} was banned`,
    paragraphs: [
      `An operator of this service banned your short link ${shortUrl}. It now shows a warning instead of redirecting.`,
      `Reason: ${reason}`,
      'A mistake? Appeal on the link’s page.',
    ],
  }),
  'appeal-decided': ({ shortUrl, lifted, answer }) => ({
    subject: lifted ? `${shortUrl} works again` : `${shortUrl} stays banned`,
    paragraphs: [
      lifted
        ? `Your appeal for the short link ${shortUrl} was accepted. It works again.`
        : `Your appeal for the short link ${shortUrl} was rejected. It stays banned.`,
      ...(answer === null ? [] : [`Answer: ${answer}`]),
    ],
  }),
  'domain-misconfigured': ({ hostname, records }) => ({
    subject: `${hostname} no longer points here`,
    paragraphs: [
      `The DNS records of ${hostname} have been wrong for three days. Its links work only where visitors still reach Waypost.`,
      `Required records: ${records.join('; ')}.`,
    ],
  }),
  'webhook-disabled': ({ host, reason }) => ({
    subject: `The webhook to ${host} was turned off`,
    paragraphs: [
      reason === 'gone'
        ? `The server ${host} answered 410 (gone) to a delivery, so the webhook is off.`
        : `Deliveries to ${host} failed for five days, so the webhook is off.`,
      'Turn it on once your server answers again. You can retry failed deliveries in its list.',
    ],
  }),
  'payment-failed': ({ workspaceName, graceUntil }) => ({
    subject: `The payment for ${workspaceName} failed`,
    paragraphs: [
      `The last payment for the plan of ${workspaceName} failed. The plan stays until ${graceUntil}; then the workspace moves to Free.`,
      'Update your payment details in the portal. Existing links keep working on any plan.',
    ],
  }),
  'contacts-invite': ({ inviterName, url }, { inviteDays }) => ({
    subject: `${inviterName} invites you to ${new URL(url).host}`,
    paragraphs: [
      `${inviterName} invites you to the contacts of ${url}.`,
      `The invitation expires in ${inviteDays === 1 ? 'a day' : `${inviteDays} days`} and works only for this email. Not expected? Ignore it.`,
    ],
    button: 'Accept the invitation',
  }),
  'contacts-access': ({ name, inviterName, url }) => ({
    subject: `${inviterName} invites you to ${new URL(url).host}`,
    paragraphs: [
      `Hello ${name}, ${inviterName} gave you access to the contacts of ${url}.`,
      'Open Contacts in the menu of the dashboard, or sign in there as you do here.',
    ],
  }),
  'contacts-key-made': ({ name, key, url }) => ({
    subject: 'A new API key',
    paragraphs: [
      `Hello ${name}, the API key ${key} of ${url} was created in your name.`,
      'Not you? Set a new password now and check the API keys and the audit log under Settings.',
    ],
  }),
  'contacts-key-revoked': ({ name, key, url }) => ({
    subject: 'An API key was revoked',
    paragraphs: [
      `Hello ${name}, the API key ${key} of ${url} was revoked in your name.`,
      'Not you? Set a new password now and check the API keys and the audit log under Settings.',
    ],
  }),
};

/** Writes an email. `link` is the URL of its button. */
export function writeMessage(mail: Mail, settings: MailSettings, link?: string): WrittenMail {
  const write = textsOf[mail.kind] as (mail: Mail, settings: MailSettings) => Texts;
  const { subject, paragraphs, button } = write(mail, settings);
  const [first, ...rest] = paragraphs.map(toLine) as [string, ...string[]];
  const html = [
    `<p>${escapeHtml(first)}</p>`,
    ...(link && button ? [`<p><a href="${escapeHtml(link)}">${escapeHtml(button)}</a></p>`] : []),
    ...rest.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
  ];
  return {
    subject: toLine(subject),
    text: `${[first, ...(link ? [link] : []), ...rest].join('\n\n')}\n`,
    html: htmlOf(html.join('')),
  };
}

/** Returns an email as HTML. */
export const htmlOf = (body: string): string =>
  `<!doctype html><meta charset="utf-8"><body style="font-family:sans-serif;max-width:36em">${body}</body>\n`;
