/** The words of mail and its outbox. */
import { counted } from '../../../../shared/ui/text-en.ts';

export const mail = {
  title: 'Mail',
  about: 'How mails leave, what waits, and a test mail.',
  way: 'How mails leave',
  server: 'Mail server',
  folder: 'Folder',
  noServer: 'No mail server is set',
  noServerNote: 'Mails are written to files, and reach nobody. Set SMTP_URL where the service runs.',
  sender: 'Sender',
  setWhere: 'SMTP_URL and MAIL_FROM are set where the service runs.',
  outbox: 'Outbox',
  waiting: 'Waiting',
  failed: 'Given up',
  lastSent: 'Last sent',
  more: (n: string) => `${n}+`,
  failedNow: (when: string, tries: number) =>
    `A mail of ${when} failed ${tries === 1 ? 'once' : `${tries.toLocaleString('en')} times`}`,
  nextTry: (when: string) => `It is tried again ${when}.`,
  givenUp: 'It was given up.',
  retry: 'Try again what was given up',
  retried: (n: number) => (n === 0 ? 'Nothing was given up' : `${counted(n, 'mail')} tried again`),
  test: 'Test mail',
  testNote: 'It is sent at once, and what the mail server answers is shown.',
  to: 'Email',
  send: 'Send a test mail',
  sent: (to: string) => `Handed on to ${to}`,
  answered: 'The mail server answered',
  written: 'Written to the file',
};
