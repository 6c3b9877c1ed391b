/** French strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/fr/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Envoyez les événements des contacts à vos serveurs en temps réel.',
    noneNote:
      'Un webhook envoie une charge utile signée à votre serveur quand un contact est ajouté, modifié, tagué ou clique sur un lien.',
    urlHint: 'Votre serveur doit répondre avec un statut 2xx dans les 15\u00a0secondes.',
    failingNote: (since) =>
      `Aucune livraison depuis le ${since}. Waypost réessaie à intervalles de plus en plus longs.`,
    failedNote: (n) => `${n} en échec après toutes les tentatives. Vous pouvez relancer l’envoi pendant 90\u00a0jours.`,
    noDeliveriesNote:
      'Envoyez un test pour voir la réponse de votre serveur. Les livraisons sont conservées 7\u00a0jours, celles en échec 90.',
    groups: { contact: 'Contacts', tag: 'Tags', list: 'Listes', link: 'Liens' },
    otherEvents: { 'webhook.test': 'Test', 'rule.webhook': 'Étape de règle' },
  }),
  ofRuleNote: 'Une étape de règle l’utilise. Modifiez-la ou supprimez-la dans la règle.',
};
