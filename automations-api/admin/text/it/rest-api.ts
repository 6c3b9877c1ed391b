/** Italian strings for the REST API and its keys. */
import { keyWords } from '../../../../shared/ui/text/it/keys.ts';
import type { Text } from '../text.ts';

export const restApi: Text['restApi'] = {
  ...keyWords({
    title: 'API REST',
    newKey: 'Nuova chiave',
    empty: 'Ancora nessuna chiave',
    emptyNote: 'Creane una per ogni app, così puoi revocarla separatamente.',
    name: 'Descrizione',
    nameHint: 'L’app che la userà, per esempio un negozio.',
    permissions: { read: 'Lettura', write: 'Lettura e scrittura', full: 'Accesso completo' },
    permissionHints: {
      read: 'Sola lettura',
      write: 'Aggiunge e modifica, non può eliminare',
      full: 'Aggiunge, modifica ed elimina',
    },
  }),
  about: 'Chiavi API per le app che leggono e modificano i contatti.',
  address: 'URL dell’API',
  note: 'Le app usano queste chiavi per leggere e modificare i contatti. Una chiave viene mostrata una sola volta, alla creazione.',
  unnamed: (id) => `Chiave ${id}`,
};
