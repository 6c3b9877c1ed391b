/** French strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/fr/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Envoyez les événements à vos serveurs en temps réel.',
    noneNote:
      'Un webhook envoie une charge utile signée à votre serveur quand un lien est créé, modifié ou reçoit un clic.',
    urlHint: 'Votre serveur doit répondre avec un statut 2xx.',
    failingNote: (since) =>
      `Aucune livraison depuis le ${since}. Waypost désactive le webhook au bout de 5\u00a0jours.`,
    failedNote: (n) => `${n} en échec après toutes les tentatives.`,
    noDeliveriesNote:
      'Envoyez un test pour voir ce que répond votre serveur. Les livraisons sont conservées 3\u00a0jours, celles en échec 30.',
    groups: { link: 'Liens', domain: 'Domaines' },
    otherEvents: { 'webhook.test': 'Test' },
  }),
  about: 'Des événements signés pour vos serveurs.',
  adminsOnly: 'Seuls les admins peuvent gérer les webhooks',
  adminsOnlyNote: 'Demandez à un admin de cet espace de travail d’en configurer un.',
  eventTitles: {
    'link.created': 'Lien créé',
    'link.updated': 'Lien modifié',
    'link.deleted': 'Lien supprimé',
    'link.banned': 'Lien bloqué',
    'link.broken': 'Destination hors service',
    'link.mended': 'Destination à nouveau en service',
    'link.clicked': 'Clic sur un lien',
    'domain.verified': 'Domaine vérifié',
    'domain.misconfigured': 'Domaine mal configuré',
  },
};
