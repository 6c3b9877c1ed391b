/** Italian strings for webhooks. */
import { webhookWords } from '../../../../shared/ui/text/it/webhooks.ts';
import type { Text } from '../text.ts';

export const webhooks: Text['webhooks'] = {
  ...webhookWords({
    note: 'Invia gli eventi ai tuoi server in tempo reale.',
    noneNote:
      'Un webhook invia un payload firmato al tuo server quando un link viene creato, modificato o riceve un clic.',
    urlHint: 'Il tuo server deve rispondere con uno stato 2xx.',
    failingNote: (since) => `Nessuna consegna dal giorno ${since}. Waypost disattiva il webhook dopo 5 giorni.`,
    failedNote: (n) => `${n} non ${n.startsWith('1 ') ? 'riuscita' : 'riuscite'} dopo tutti i tentativi.`,
    noDeliveriesNote:
      'Invia un test per vedere cosa risponde il tuo server. Le consegne vengono conservate 3 giorni, quelle non riuscite 30.',
    groups: { link: 'Link', domain: 'Domini' },
    otherEvents: { 'webhook.test': 'Test' },
  }),
  about: 'Eventi firmati per i tuoi server.',
  adminsOnly: 'Solo gli admin possono gestire i webhook',
  adminsOnlyNote: 'Chiedi a un admin di questo spazio di lavoro di configurarne uno.',
  eventTitles: {
    'link.created': 'Link creato',
    'link.updated': 'Link modificato',
    'link.deleted': 'Link eliminato',
    'link.banned': 'Link bloccato',
    'link.broken': 'Destinazione non funzionante',
    'link.mended': 'Destinazione di nuovo funzionante',
    'link.clicked': 'Clic su un link',
    'domain.verified': 'Dominio verificato',
    'domain.misconfigured': 'Configurazione errata del dominio',
  },
};
