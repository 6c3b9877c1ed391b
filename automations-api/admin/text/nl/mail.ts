/** Dutch strings for mail and its outbox. */
import { number, plural } from '../../../../shared/ui/text/nl/ui.ts';
import type { Text } from '../text.ts';

export const mail: Text['mail'] = {
  title: 'Mail',
  about: 'Mailserver, uitgaande mail en testmail.',
  way: 'Verzending',
  server: 'Mailserver',
  folder: 'Map',
  noServer: 'Geen mailserver',
  noServerNote: 'E-mails worden als bestand opgeslagen, niet verzonden. Stel SMTP_URL in op de server.',
  sender: 'Afzender',
  setWhere: 'De operator stelt SMTP_URL en MAIL_FROM in op de server.',
  outbox: 'Uitgaande mail',
  waiting: 'In afwachting',
  failed: 'Mislukt',
  lastSent: 'Laatst verzonden',
  more: (n) => `${n}+`,
  failedNow: (when, tries) =>
    tries === 1
      ? `E-mail één keer mislukt (gemaakt: ${when})`
      : `E-mail ${number(tries)} keer mislukt (gemaakt: ${when})`,
  nextTry: (when) => `Volgende poging: ${when}.`,
  givenUp: 'Geen verdere pogingen.',
  retry: 'Mislukte opnieuw proberen',
  retried: (n) =>
    n === 0
      ? 'Geen mislukte e-mails'
      : plural(n, { one: '# e-mail wordt opnieuw geprobeerd', other: '# e-mails worden opnieuw geprobeerd' }),
  test: 'Testmail',
  testNote: 'Wordt meteen verzonden. Het antwoord van de mailserver wordt getoond.',
  to: 'E-mail',
  send: 'Testmail verzenden',
  sent: (to) => `Verzonden naar ${to}`,
  answered: 'Antwoord van de mailserver',
  written: 'Als bestand opgeslagen',
};
