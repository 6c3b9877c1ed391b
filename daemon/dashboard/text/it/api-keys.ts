/** Italian strings for API keys. */
import { keyWords } from '../../../../shared/ui/text/it/keys.ts';
import type { Text } from '../text.ts';

export const apiKeys: Text['apiKeys'] = {
  ...keyWords({
    title: 'Chiavi API',
    newKey: 'Nuova chiave API',
    empty: 'Ancora nessuna chiave API',
    emptyNote: 'Una chiave permette a un’app di creare link e leggerne i clic. Dai a ogni app la sua.',
    name: 'Nome',
    nameHint: 'L’app che la userà, per esempio “Sito web” o “Rapporti”.',
    permissions: { read: 'Lettura', write: 'Lettura e scrittura', admin: 'Accesso completo' },
    permissionHints: {
      read: 'Legge link, tag e statistiche.',
      write: 'Inoltre crea, modifica ed elimina link.',
      admin: 'Inoltre gestisce domini, membri, chiavi API, webhook e fatturazione.',
    },
  }),
  about: 'Le chiavi con cui le app chiamano l’API.',
  note: 'Permetti alle app di creare e leggere link. Chiunque abbia una chiave può usarne le autorizzazioni.',
  noteOwn: 'Le chiavi che hai creato. Gli admin vedono tutte le chiavi.',
  notYours: 'I visualizzatori non hanno chiavi API',
  notYoursNote: 'Chiedi a un admin di questo spazio di lavoro di renderti membro.',
  you: 'Tu',
  previousMember: 'Membro rimosso',
};
