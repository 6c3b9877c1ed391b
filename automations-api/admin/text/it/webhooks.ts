/** Italian strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/it/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Invia gli eventi dei contatti ai tuoi server in tempo reale.',
    noneNote:
      'Un webhook invia un payload firmato al tuo server quando un contatto viene aggiunto, modificato, taggato o fa clic su un link.',
    urlHint: 'Il tuo server deve rispondere con uno stato 2xx entro 15 secondi.',
    failingNote: (since) => `Nessuna consegna dal giorno ${since}. Waypost riprova a intervalli crescenti.`,
    failedNote: (n) =>
      `${n} non ${n.startsWith('1 ') ? 'riuscita' : 'riuscite'} dopo tutti i tentativi. Puoi riprovare per 90 giorni.`,
    noDeliveriesNote:
      'Invia un test per vedere la risposta del tuo server. Le consegne vengono conservate 7 giorni, quelle non riuscite 90.',
    groups: { contact: 'Contatti', tag: 'Tag', list: 'Liste', link: 'Link' },
    otherEvents: { 'webhook.test': 'Test', 'rule.webhook': 'Passaggio di regola' },
  }),
  ofRuleNote: 'Lo usa un passaggio di regola. Modificalo o eliminalo nella regola.',
};
