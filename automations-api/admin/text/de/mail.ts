/** German strings for mail and its outbox. */
import { number, plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const mail: Text['mail'] = {
  title: 'E-Mail-Versand',
  about: 'Mailserver, Postausgang und Test-E-Mail.',
  way: 'Versand',
  server: 'Mailserver',
  folder: 'Ordner',
  noServer: 'Kein Mailserver',
  noServerNote: 'E-Mails werden als Dateien gespeichert, nicht gesendet. Setzen Sie SMTP_URL auf dem Server.',
  sender: 'Absender',
  setWhere: 'Der Betreiber setzt SMTP_URL und MAIL_FROM auf dem Server.',
  outbox: 'Postausgang',
  waiting: 'Ausstehend',
  failed: 'Fehlgeschlagen',
  lastSent: 'Zuletzt gesendet',
  more: (n) => `${n}+`,
  failedNow: (when, tries) =>
    tries === 1
      ? `E-Mail einmal fehlgeschlagen (erstellt: ${when})`
      : `E-Mail ${number(tries)}-mal fehlgeschlagen (erstellt: ${when})`,
  nextTry: (when) => `Nächster Versuch: ${when}.`,
  givenUp: 'Keine weiteren Versuche.',
  retry: 'Fehlgeschlagene erneut senden',
  retried: (n) =>
    n === 0
      ? 'Keine fehlgeschlagenen E-Mails'
      : plural(n, { one: '# E-Mail wird erneut gesendet', other: '# E-Mails werden erneut gesendet' }),
  test: 'Test-E-Mail',
  testNote: 'Wird sofort gesendet. Die Antwort des Mailservers wird angezeigt.',
  to: 'E-Mail',
  send: 'Test-E-Mail senden',
  sent: (to) => `An ${to} gesendet`,
  answered: 'Antwort des Mailservers',
  written: 'Als Datei gespeichert',
};
