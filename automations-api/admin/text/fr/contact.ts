/** French strings for one contact. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const contact: Text['contact'] = {
  title: 'Contact',
  details: 'Détails',
  moreFields: 'Plus de champs',
  terms: 'Tags et listes',
  since: (when) => `ajout\u00a0: ${when}`,
  statusNotes: {
    unverified: 'N’a pas encore confirmé son adresse e-mail.',
    subscribed: 'Reçoit des e-mails.',
    bounced: 'Un e-mail a été définitivement rejeté\u00a0: la boîte n’en accepte aucun.',
    unsubscribed: 'Désabonné. Changez ce statut uniquement si le contact redemande des e-mails.',
    soft_bounced: 'Plusieurs e-mails ont été rejetés temporairement, par exemple par une boîte pleine.',
    complaint: 'A signalé un e-mail comme spam. Changez ce statut uniquement si le contact redemande des e-mails.',
  },
  sendConfirmation: 'Envoyer la confirmation',
  confirmationSent: 'L’e-mail de confirmation est en route',
  links: 'URL de ce contact',
  showLinks: 'Afficher',
  hideLinks: 'Masquer',
  linksNote:
    'Toute personne ayant ces URL peut agir à la place de ce contact. Utilisez-les uniquement dans des e-mails qui lui sont destinés.',
  unsubscribeUrl: 'Désabonnement',
  preferencesUrl: 'Préférences e-mail',
  copyNamed: (name) => `Copier ${name}`,
  shortUrl: 'URL courte',
  shortUrlHint:
    'Une URL courte de l’espace de travail connecté. Les clics sur le nouveau lien comptent pour ce contact.',
  createLink: 'Créer un lien personnel',
  ownLink: 'URL courte de ce contact',
  exportJson: 'Exporter en JSON',
  exportPage: 'Exporter en page',
  erase: 'Effacer…',
  erasing: {
    title: (email) => `Effacer ${email}\u00a0?`,
    action: 'Effacer',
    lost: 'Efface la fiche, les champs, les tags, les listes, les notes, la chronologie, les e-mails et les charges utiles des webhooks. Cette action est irréversible.',
    kept: 'Une empreinte à clé de l’adresse e-mail reste, pour que le contact ne soit pas ajouté à nouveau sans son accord. L’adresse ne peut pas en être déduite. Le journal d’audit garde l’ID du contact.',
    done: (email, rows) =>
      plural(rows, { one: `${email} effacé\u00a0: # entrée`, other: `${email} effacé\u00a0: # entrées` }),
  },
};
