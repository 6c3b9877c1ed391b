/** Italian strings for mail and its outbox. */
import { plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

export const mail: Text['mail'] = {
  title: 'Posta',
  about: 'Server di posta, posta in uscita ed email di prova.',
  way: 'Invio',
  server: 'Server di posta',
  folder: 'Cartella',
  noServer: 'Nessun server di posta',
  noServerNote: 'Le email vengono salvate in file, non inviate. Imposta SMTP_URL sul server.',
  sender: 'Mittente',
  setWhere: 'L’operatore imposta SMTP_URL e MAIL_FROM sul server.',
  outbox: 'Posta in uscita',
  waiting: 'In attesa',
  failed: 'Non riuscite',
  lastSent: 'Ultimo invio',
  more: (n) => `${n}+`,
  failedNow: (when, tries) =>
    plural(tries, {
      one: `Un’email (${when}) non è riuscita # volta`,
      other: `Un’email (${when}) non è riuscita # volte`,
    }),
  nextTry: (when) => `Prossimo tentativo: ${when}.`,
  givenUp: 'Nessun altro tentativo.',
  retry: 'Riprova email non riuscite',
  retried: (n) =>
    n === 0
      ? 'Nessuna email non riuscita'
      : plural(n, { one: 'Nuovo tentativo per # email', other: 'Nuovo tentativo per # email' }),
  test: 'Email di prova',
  testNote: 'Inviata subito. Viene mostrata la risposta del server di posta.',
  to: 'Email',
  send: 'Invia email di prova',
  sent: (to) => `Inviata a ${to}`,
  answered: 'Risposta del server di posta',
  written: 'Salvata in un file',
};
