/** French strings for mail and its outbox. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const mail: Text['mail'] = {
  title: 'Messagerie',
  about: 'Serveur de messagerie, boîte d’envoi et e-mail de test.',
  way: 'Envoi',
  server: 'Serveur de messagerie',
  folder: 'Dossier',
  noServer: 'Aucun serveur de messagerie',
  noServerNote: 'Les e-mails sont enregistrés dans des fichiers, pas envoyés. Définissez SMTP_URL sur le serveur.',
  sender: 'Expéditeur',
  setWhere: 'L’opérateur définit SMTP_URL et MAIL_FROM sur le serveur.',
  outbox: 'Boîte d’envoi',
  waiting: 'En attente',
  failed: 'En échec',
  lastSent: 'Dernier envoi',
  more: (n) => `${n}+`,
  failedNow: (when, tries) =>
    plural(tries, { one: `Un e-mail (${when}) a échoué # fois`, other: `Un e-mail (${when}) a échoué # fois` }),
  nextTry: (when) => `Prochaine tentative\u00a0: ${when}.`,
  givenUp: 'Plus aucune tentative.',
  retry: 'Renvoyer les e-mails en échec',
  retried: (n) =>
    n === 0
      ? 'Aucun e-mail en échec'
      : plural(n, { one: 'Nouvelle tentative pour # e-mail', other: 'Nouvelle tentative pour # e-mails' }),
  test: 'E-mail de test',
  testNote: 'Envoyé aussitôt. La réponse du serveur de messagerie est affichée.',
  to: 'E-mail',
  send: 'Envoyer un e-mail de test',
  sent: (to) => `Envoyé à ${to}`,
  answered: 'Réponse du serveur de messagerie',
  written: 'Enregistré dans un fichier',
};
