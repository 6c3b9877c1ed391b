/** English strings for mail and its outbox. */
import { counted } from '../../../../shared/plural.ts';

export const mail = {
  title: 'Mail',
  about: 'Mail server, outbox and test email.',
  way: 'Sending',
  server: 'Mail server',
  folder: 'Folder',
  noServer: 'No mail server',
  noServerNote: 'Emails are saved to files, not sent. Set SMTP_URL on the server.',
  sender: 'Sender',
  setWhere: 'The operator sets SMTP_URL and MAIL_FROM on the server.',
  outbox: 'Outbox',
  waiting: 'Pending',
  failed: 'Failed',
  lastSent: 'Last sent',
  more: (n: string) => `${n}+`,
  failedNow: (when: string, tries: number) =>
    `An email from ${when} failed ${tries === 1 ? 'once' : `${tries.toLocaleString('en')} times`}`,
  nextTry: (when: string) => `Next retry ${when}.`,
  givenUp: 'No further retries.',
  retry: 'Retry failed emails',
  retried: (n: number) => (n === 0 ? 'No failed emails' : `Retrying ${counted(n, 'email')}`),
  test: 'Test email',
  testNote: 'Sent at once. The mail server’s answer is shown.',
  to: 'Email',
  send: 'Send test email',
  sent: (to: string) => `Sent to ${to}`,
  answered: 'Mail server’s answer',
  written: 'Saved to file',
};
