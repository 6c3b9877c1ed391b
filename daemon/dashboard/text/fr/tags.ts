/** French strings for tags. */
import { plural } from '../../../../shared/ui/text/fr/ui.ts';
import type { Text } from '../text.ts';

export const tags: Text['tags'] = {
  title: 'Tags',
  tag: 'Tag',
  links: 'Liens',
  search: 'Rechercher un tag',
  none: 'Aucun tag pour l’instant',
  noneNote: 'Les tags regroupent des liens. Donnez-en un à un lien quand vous le créez ou le modifiez.',
  toLinks: 'Aller aux liens',
  noneFound: 'Aucun tag ne correspond',
  showLinks: 'Afficher les liens',
  analytics: 'Statistiques',
  rename: 'Renommer ou fusionner',
  renameTitle: (tag) => `Renommer ${tag}`,
  renameHint:
    'Si vous saisissez le nom d’un autre tag, les deux fusionnent. Une page de partage garde son URL, sauf en cas de fusion.',
  name: 'Nom',
  renamed: (from, to) => `${from} renommé en ${to}`,
  deleteTitle: (tag) => `Supprimer ${tag}\u00a0?`,
  deleteNote: (links) =>
    plural(links, {
      one: 'Il est retiré de # lien. Les liens restent. La page de partage du tag disparaît. Cette action est irréversible.',
      other:
        'Il est retiré de # liens. Les liens restent. La page de partage du tag disparaît. Cette action est irréversible.',
    }),
  deleted: (tag) => `${tag} supprimé`,
};
