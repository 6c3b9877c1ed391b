/** Italian strings for tags. */
import { plural } from '../../../../shared/ui/text/it/ui.ts';
import type { Text } from '../text.ts';

export const tags: Text['tags'] = {
  title: 'Tag',
  tag: 'Tag',
  links: 'Link',
  search: 'Cerca tag',
  none: 'Ancora nessun tag',
  noneNote: 'I tag raggruppano i link. Aggiungine uno a un link quando lo crei o lo modifichi.',
  toLinks: 'Vai ai link',
  noneFound: 'Nessun tag corrisponde',
  showLinks: 'Mostra link',
  analytics: 'Statistiche',
  rename: 'Rinomina o unisci',
  renameTitle: (tag) => `Rinomina ${tag}`,
  renameHint:
    'Con il nome di un altro tag, i due vengono uniti. Una pagina condivisa mantiene il suo URL, a meno che i tag vengano uniti.',
  name: 'Nome',
  renamed: (from, to) => `${from} rinominato in ${to}`,
  deleteTitle: (tag) => `Eliminare ${tag}?`,
  deleteNote: (links) =>
    plural(links, {
      one: 'Viene rimosso da # link. I link restano. La pagina condivisa del tag smette di funzionare. L’operazione è irreversibile.',
      other:
        'Viene rimosso da # link. I link restano. La pagina condivisa del tag smette di funzionare. L’operazione è irreversibile.',
    }),
  deleted: (tag) => `${tag} eliminato`,
};
