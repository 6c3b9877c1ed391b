/** French strings for consent. */
import type { Text } from '../text.ts';

export const consent: Text['consent'] = {
  title: 'Consentement',
  about: 'Double opt-in et pages pour les contacts.',
  saved: 'Enregistré',
  optIn: {
    title: 'Double opt-in',
    enabled: 'Demander aux nouveaux contacts de confirmer leur adresse e-mail',
    enabledHint: 'Chaque nouveau contact non vérifié reçoit cet e-mail et est abonné après confirmation.',
    subject: 'Objet',
    text: 'Texte',
    textHint: (tags) =>
      `Variables\u00a0: ${tags}. {{f_name|à tous}} affiche «\u00a0à tous\u00a0» s’il n’y a pas de nom. Sans modification, l’e-mail est envoyé dans la langue du contact.`,
    preview: 'Aperçu de l’e-mail',
    asHtml: 'Ouvrir en HTML',
    from: 'De',
    subjectOf: 'Objet',
  },
  pages: {
    title: 'Pages',
    note: 'Le texte de chaque page, avec {{sender}} si vous le souhaitez. Laissez vide pour le texte par défaut, que les visiteurs voient dans leur langue.',
    preview: 'Aperçu',
    previewOf: (page) => `Aperçu de la page ${page}, dans un nouvel onglet`,
    names: {
      unsubscribe: 'Se désabonner',
      unsubscribed: 'Désabonnement effectué',
      preferences: 'Préférences e-mail',
      confirm: 'Veuillez confirmer',
      confirmed: 'Merci',
    },
  },
};
