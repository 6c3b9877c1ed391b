/**
 * The words of every mail, as plain text and as simple HTML without remote assets. Pure: what a mail says follows from
 * its data and, where it carries one, the link with its token.
 */
import type { Config } from '../../shared/config/config.ts';
import type { WrittenMail } from '../../shared/mail/transport.ts';
import { escapeHtml } from '../../shared/pages/html.ts';

/** Every kind of mail and what its row holds. Nothing here is secret: tokens are made when a mail is sent. */
export type Mail =
  | { kind: 'invite'; inviteId: number; workspaceName: string; inviterName: string; role: string }
  | { kind: 'password-reset'; userId: number; name: string }
  | { kind: 'verify-email'; userId: number; name: string }
  | { kind: 'confirm-address'; changeId: number; name: string }
  | { kind: 'address-asked' | 'address-changed'; name: string; email: string }
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
      permission: keyof typeof mayDo;
      expiresAt: string | null;
    }
  | { kind: 'keys-revoked'; name: string; keyNames: string[]; workspaceName: string }
  | { kind: 'workspace-handed-over'; workspaceName: string; formerOwner: string }
  | { kind: 'link-banned'; shortUrl: string; destination: string; reason: string }
  | { kind: 'link-banned-by-hand'; shortUrl: string; reason: string }
  | { kind: 'appeal-decided'; shortUrl: string; lifted: boolean; answer: string | null }
  | { kind: 'domain-misconfigured'; hostname: string; records: string[] }
  | { kind: 'webhook-disabled'; host: string; reason: 'gone' | 'failing' }
  | { kind: 'payment-failed'; workspaceName: string; graceUntil: string };

/** What mails say of how the service is set up. */
type MailSettings = Pick<Config, 'inviteDays'>;

/** A mail in paragraphs; `link`, where there is one, stands between the first and the rest. */
type Words = { subject: string; paragraphs: string[]; button?: string };

/** What a key may, by its permission. */
const mayDo = {
  read: 'It may read.',
  write: 'It may read and write.',
  admin: 'It may do everything that an admin may.',
};

const factors = { totp: 'the authenticator app', passkey: 'the passkey' };

/** Advice on a change to one's second factors that one did not make. */
const notYours =
  'If it was not you, set a new password now, look through your sessions and second factors in your account, and tell whoever runs this service.';

const wordsOf: { [K in Mail['kind']]: (mail: Extract<Mail, { kind: K }>, settings: MailSettings) => Words } = {
  invite: ({ workspaceName, inviterName, role }, { inviteDays }) => ({
    subject: `${inviterName} invites you to ${workspaceName}`,
    paragraphs: [
      `${inviterName} invites you to join the workspace ${workspaceName} as ${role}.`,
      `The invitation holds for ${inviteDays === 1 ? 'a day' : `${inviteDays} days`} and only for this address. If you did not expect it, do nothing.`,
    ],
    button: 'Accept the invitation',
  }),
  'password-reset': ({ name }) => ({
    subject: 'Set a new password',
    paragraphs: [
      `Hello ${name}, somebody, probably you, asked for a new password for this address.`,
      'The link works once, for one hour. If it was not you, do nothing: your password stays as it is.',
    ],
    button: 'Set a new password',
  }),
  'verify-email': ({ name }) => ({
    subject: 'Is this your address?',
    paragraphs: [
      `Hello ${name}, an account was made with this address. Please confirm that it is yours.`,
      'The link works once, for three days. If you did not make the account, do nothing; whoever made it cannot use your address to invite many people.',
    ],
    button: 'Verify the address',
  }),
  'confirm-address': ({ name }) => ({
    subject: 'Is this your new address?',
    paragraphs: [
      `Hello ${name}, this address is to become that of your account. Please confirm that it is yours.`,
      'The link works once, for three days. If you did not ask for it, do nothing.',
    ],
    button: 'Use this address',
  }),
  'address-asked': ({ name, email }) => ({
    subject: 'Your address is about to change',
    paragraphs: [
      `Hello ${name}, somebody signed in to your account, probably you, asked to change its address to ${email}.`,
      'It changes when the link mailed there is used. If it was not you, set a new password now: whoever asked knows the present one.',
    ],
  }),
  'address-changed': ({ name, email }) => ({
    subject: 'Your address was changed',
    paragraphs: [
      `Hello ${name}, the address of your account is ${email} now, and you sign in with it.`,
      'If it was not you, tell whoever runs this service at once.',
    ],
  }),
  'password-changed': ({ name }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${name}, the password of your account was changed, and all other sessions have ended.`,
      'If it was not you, set a new password now with “Forgot your password?” where you sign in, and revoke the API keys that are not yours.',
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
      `Hello ${name}, whoever runs this service removed all second factors of your account: your password alone signs you in now.`,
      'If you did not ask for that, tell them at once.',
    ],
  }),
  'recovery-codes-made': ({ name }) => ({
    subject: 'You have new recovery codes',
    paragraphs: [
      `Hello ${name}, new recovery codes were made for your account, and the former ones no longer work.`,
      notYours,
    ],
  }),
  'recovery-code-used': ({ name, left }) => ({
    subject: 'A recovery code was used',
    paragraphs: [
      `Hello ${name}, a recovery code signed somebody in to your account. ${left === 0 ? 'None is left' : `${left} ${left === 1 ? 'is' : 'are'} left`}; you can make new ones in your account.`,
      notYours,
    ],
  }),
  'key-made': ({ name, keyName, workspaceName, permission, expiresAt }) => ({
    subject: `A new API key: ${keyName}`,
    paragraphs: [
      `Hello ${name}, the API key ${keyName} was made in your name in the workspace ${workspaceName}. ${mayDo[permission]} It ${expiresAt === null ? 'has no end' : `ends at ${expiresAt}`}.`,
      'If it was not you, revoke it under Settings, API keys, and set a new password: whoever made it was signed in as you or has a key of yours.',
    ],
  }),
  'keys-revoked': ({ name, keyNames, workspaceName }) => ({
    subject:
      keyNames.length === 1 ? `An API key was revoked: ${keyNames[0]}` : `${keyNames.length} API keys were revoked`,
    paragraphs: [
      `Hello ${name}, what you made in the workspace ${workspaceName} works no more: ${keyNames.join(', ')}.`,
      'Whatever used it is refused from now on. If that is a surprise, ask an admin of the workspace, whose audit log says who it was.',
    ],
  }),
  'workspace-handed-over': ({ workspaceName, formerOwner }) => ({
    subject: `You are the owner of ${workspaceName}`,
    paragraphs: [
      `${formerOwner} made you the owner of the workspace ${workspaceName}.`,
      'Mails about its payment go to you now, and you alone can delete it or hand it on.',
    ],
  }),
  'link-banned': ({ shortUrl, destination, reason }) => ({
    subject: `${shortUrl} was disabled`,
    paragraphs: [
      `The destination of your short link ${shortUrl} was found to be unsafe (${reason}), so the link now shows a warning instead of redirecting.`,
      `Its destination is ${destination.replace(/^http/i, 'hxxp')}.`,
      'Change the destination to lift the ban once the new one has been checked.',
    ],
  }),
  'link-banned-by-hand': ({ shortUrl, reason }) => ({
    subject: `${shortUrl} was disabled`,
    paragraphs: [
      `Your short link ${shortUrl} was disabled by the people who run this service, and now shows a warning instead of redirecting.`,
      `Their reason: ${reason}`,
      'If you think that this is a mistake, ask for another look on the page of the link.',
    ],
  }),
  'appeal-decided': ({ shortUrl, lifted, answer }) => ({
    subject: lifted ? `${shortUrl} works again` : `${shortUrl} stays disabled`,
    paragraphs: [
      lifted
        ? `You asked for another look at your short link ${shortUrl}. It works again.`
        : `You asked for another look at your short link ${shortUrl}. It stays disabled.`,
      ...(answer === null ? [] : [`The answer: ${answer}`]),
    ],
  }),
  'domain-misconfigured': ({ hostname, records }) => ({
    subject: `${hostname} no longer points here`,
    paragraphs: [
      `The DNS records of ${hostname} have been wrong for three days. Its links go on redirecting where they can still be reached.`,
      `These records are needed: ${records.join('; ')}.`,
    ],
  }),
  'webhook-disabled': ({ host, reason }) => ({
    subject: `The webhook to ${host} was turned off`,
    paragraphs: [
      reason === 'gone'
        ? `The server ${host} answered that your webhook's address is no longer there (410), so nothing more is sent to it.`
        : `No message to your webhook on ${host} was taken for five days, so nothing more is sent to it.`,
      'Turn it on again when it answers. Messages that were not taken can be sent again from its list of deliveries.',
    ],
  }),
  'payment-failed': ({ workspaceName, graceUntil }) => ({
    subject: `The payment for ${workspaceName} failed`,
    paragraphs: [
      `The last payment for the plan of ${workspaceName} failed. The plan stays as it is until ${graceUntil}; then the workspace goes back to Free.`,
      'Existing links keep working whatever the plan. Please update the payment details in the billing portal.',
    ],
  }),
};

/** `link` is where the mail's button leads. */
export function writeMessage(mail: Mail, settings: MailSettings, link?: string): WrittenMail {
  const write = wordsOf[mail.kind] as (mail: Mail, settings: MailSettings) => Words;
  const { subject, paragraphs, button } = write(mail, settings);
  const [first, ...rest] = paragraphs as [string, ...string[]];
  const html = [
    `<p>${escapeHtml(first)}</p>`,
    ...(link && button ? [`<p><a href="${escapeHtml(link)}">${escapeHtml(button)}</a></p>`] : []),
    ...rest.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
  ];
  return {
    subject: singleLine(subject),
    text: `${[first, ...(link ? [link] : []), ...rest].join('\n\n')}\n`,
    html: `<!doctype html><meta charset="utf-8"><body style="font-family:sans-serif;max-width:36em">${html.join('')}</body>\n`,
  };
}

const singleLine = (text: string) => text.replace(/[\r\n]+/g, ' ');
