/** Polish strings for mail and its outbox. */
import { plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

export const mail: Text['mail'] = {
  title: 'Poczta',
  about: 'Serwer poczty, skrzynka nadawcza i testowy e-mail.',
  way: 'Wysyłanie',
  server: 'Serwer poczty',
  folder: 'Folder',
  noServer: 'Brak serwera poczty',
  noServerNote: 'E-maile są zapisywane w plikach, a nie wysyłane. Ustaw SMTP_URL na serwerze.',
  sender: 'Nadawca',
  setWhere: 'SMTP_URL i MAIL_FROM ustawia na serwerze operator.',
  outbox: 'Skrzynka nadawcza',
  waiting: 'Oczekujące',
  failed: 'Nieudane',
  lastSent: 'Ostatnio wysłany',
  more: (n) => `${n}+`,
  failedNow: (when, tries) =>
    plural(tries, {
      one: `E-mail (${when}): # nieudana próba`,
      few: `E-mail (${when}): # nieudane próby`,
      many: `E-mail (${when}): # nieudanych prób`,
      other: `E-mail (${when}): # nieudanej próby`,
    }),
  nextTry: (when) => `Następna próba ${when}.`,
  givenUp: 'Bez kolejnych prób.',
  retry: 'Ponów nieudane e-maile',
  retried: (n) =>
    n === 0
      ? 'Brak nieudanych e-maili'
      : plural(n, {
          one: 'Ponawianie # e-maila',
          few: 'Ponawianie # e-maili',
          many: 'Ponawianie # e-maili',
          other: 'Ponawianie # e-maila',
        }),
  test: 'Testowy e-mail',
  testNote: 'Wysyłany od razu. Widać odpowiedź serwera poczty.',
  to: 'E-mail',
  send: 'Wyślij testowy e-mail',
  sent: (to) => `Wysłano na adres ${to}`,
  answered: 'Odpowiedź serwera poczty',
  written: 'Zapisano w pliku',
};
