/** French strings for webhooks. Each application adds the texts of its own events. */
import type { WebhookWords } from '../en/webhooks.ts';
import type { AnyText } from '../shape.ts';
import { plural } from './ui.ts';

type Own = {
  note: string;
  noneNote: string;
  urlHint: string;
  failingNote: (since: string) => string;
  failedNote: (n: string) => string;
  noDeliveriesNote: string;
  /** The headings of the event groups, keyed by the first part of the events' names. */
  groups: Record<string, string>;
  /** The titles of events that users cannot choose. */
  otherEvents: Record<string, string>;
};

export const webhookWords = (own: Own): AnyText<WebhookWords> => ({ ...own, ...common });

const lost = (undelivered: string) => {
  if (undelivered === '0') return 'Ses livraisons sont supprimées.';
  if (undelivered === '1') return '1 événement non livré est perdu et ses livraisons sont supprimées.';
  return `${undelivered} événements non livrés sont perdus et ses livraisons sont supprimées.`;
};

const common = {
  title: 'Webhooks',
  newWebhook: 'Nouveau webhook',
  none: 'Aucun webhook pour l’instant',
  url: 'URL',
  on: 'Activé',
  sendTo: (name: string) => `Envoyer à ${name}`,
  state: 'État',
  states: {
    delivering: 'Opérationnel',
    failing: 'En échec',
    failed: (n: string) => `Échecs\u00a0: ${n}`,
    off: 'Désactivé',
    turnedOff: 'Désactivé',
  },
  offNote: 'Désactivé. Les événements sont ignorés jusqu’à ce que vous l’activiez.',
  turnedOffNote: (since: string) =>
    `Waypost l’a désactivé\u00a0: aucune livraison depuis le ${since}. Activez-le dès que votre serveur répond à nouveau.`,
  atLeast: (n: string) => `${n}+`,
  deliveriesOf: (n: string) => (n === '0' || n === '1' ? `${n} livraison` : `${n} livraisons`),
  lastDelivery: 'Dernière livraison',
  waiting: 'En attente',
  givenUp: 'En échec',
  created: 'Créé',
  events: 'Événements',
  allEvents: 'Tous les événements',
  moreEvents: (n: number) => `+${n}`,
  noEvent: 'Choisissez au moins un événement.',
  groupOfPlugins: 'Extensions',
  editTitle: 'Modifier le webhook',
  saved: (name: string) => `${name} enregistré`,
  test: 'Envoyer un test',
  tested: 'Événement de test envoyé',
  open: 'Livraisons',
  turnOn: 'Activer',
  turnOff: 'Désactiver',
  isOn: (name: string) => `${name} activé`,
  isOff: (name: string) => `${name} désactivé`,
  deleteTitle: (name: string) => `Supprimer ${name}\u00a0?`,
  deleteNote: (undelivered: string) => `${lost(undelivered)} Cette action est irréversible.`,
  deleted: (name: string) => `${name} supprimé`,
  createdTitle: 'Webhook créé',
  deliveries: 'Livraisons',
  filter: 'Afficher les livraisons',
  event: 'Événement',
  anyEvent: 'Tous les événements',
  statuses: { all: 'Toutes', delivered: 'Livrées', pending: 'En attente', dead: 'En échec' },
  noDeliveries: 'Aucune livraison pour l’instant',
  noneSuch: 'Aucune livraison avec ce statut',
  showAll: 'Afficher toutes les livraisons',
  shown: (n: number) => plural(n, { one: '# livraison', other: '# livraisons' }),
  answered: (status: number, ms: string) => `${status} en ${ms}\u00a0ms`,
  tries: (n: number) =>
    n === 0 ? 'aucune tentative pour l’instant' : plural(n, { one: '# tentative', other: '# tentatives' }),
  nextTry: (when: string) => `Prochaine tentative\u00a0: ${when}.`,
  payload: 'Charge utile',
  copyPayload: (id: string) => `Copier la charge utile ${id}`,
  answer: (status: number) => `Réponse ${status}`,
  copyAnswer: (id: string) => `Copier la réponse à ${id}`,
  answerEmpty: '(vide)',
  sentAs: 'Envoyée comme',
  retry: 'Réessayer',
  retried: 'Nouvelle tentative de livraison',
  retryAll: 'Relancer les échecs',
  retriedAll: (n: number, left: number) =>
    left > 0
      ? plural(n, {
          one: 'Nouvelle tentative pour # livraison\u00a0; il en reste',
          other: 'Nouvelle tentative pour # livraisons\u00a0; il en reste',
        })
      : plural(n, { one: 'Nouvelle tentative pour # livraison', other: 'Nouvelle tentative pour # livraisons' }),
  verify: 'Vérifier les charges utiles sur votre serveur',
  verifyNote:
    'Les charges utiles sont signées selon Standard Webhooks. Calculez la signature sur le corps brut et refusez les charges utiles de plus de cinq minutes.',
  language: 'Langage',
  copyCode: (language: string) => `Copier le code ${language}`,
};
