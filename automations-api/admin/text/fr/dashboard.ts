/** French strings for the first screen. */
import type { Text } from '../text.ts';

const intervals: Record<string, string> = { day: 'jour', month: 'mois' };

export const dashboard: Text['dashboard'] = {
  title: 'Vue d’ensemble',
  utc: 'Les jours sont en UTC.',
  overTime: 'Évolution des contacts',
  shown: 'Mesure',
  metrics: { created: 'Nouveaux', all: 'Tous' },
  contacts: 'Contacts',
  created: 'Nouveaux contacts',
  createdSubscribed: 'Nouveaux abonnés',
  subscribed: 'Abonnés',
  lost: 'Désabonnés ou en rebond',
  ofAll: (share) => `${share} du total`,
  units: { created: 'nouveaux contacts', all: 'contacts' },
  chart: (metric, interval) =>
    metric === 'created'
      ? `Nouveaux contacts par ${intervals[interval] ?? interval}`
      : `Contacts par ${intervals[interval] ?? interval}`,
  byStatus: 'Par statut',
  terms: {
    tag: { title: 'Par tag', all: 'Tous les tags', none: 'Aucun contact n’a encore de tag.' },
    list: { title: 'Par liste', all: 'Toutes les listes', none: 'Aucun contact n’est encore dans une liste.' },
  },
  events: { title: 'Derniers événements', all: 'Contacts modifiés récemment' },
  jobs: { title: 'Tâches en cours', all: 'Toutes les tâches', none: 'Aucune tâche en cours.' },
  webhooks: {
    title: 'Problèmes de webhooks',
    all: 'Tous les webhooks',
    none: 'Aucun problème de webhook',
    dead: (n) => `Échecs\u00a0: ${n}`,
    pending: (n) => `En attente\u00a0: ${n}`,
  },
  first: {
    note: 'Démarrez en trois étapes',
    contact: 'Importez vos contacts',
    contactNote:
      'Depuis un autre système ou un tableur, avec leurs champs, tags et listes. Ou ajoutez-en un à la main.',
    key: 'Créez une clé API',
    keyNote: 'Votre boutique et vos formulaires l’utilisent pour ajouter des contacts.',
    createKey: 'Créer une clé',
    sender: 'Définissez le nom d’expéditeur',
    senderNote: 'Les contacts voient ce nom dans les e-mails de confirmation et sur leurs pages.',
    setSender: 'Définir l’expéditeur',
    hide: 'Masquer ces étapes',
    wait: 'Les contacts apparaissent ici dès qu’un éditeur en ajoute un.',
  },
};
