/** German strings for tags. */
import { plural } from '../../../../shared/ui/text/de/ui.ts';
import type { Text } from '../text.ts';

export const tags: Text['tags'] = {
  title: 'Schlagwörter',
  tag: 'Schlagwort',
  links: 'Links',
  search: 'Schlagwörter durchsuchen',
  none: 'Noch keine Schlagwörter',
  noneNote: 'Schlagwörter ordnen Links. Geben Sie einem Link beim Erstellen oder Bearbeiten eines.',
  toLinks: 'Zu den Links',
  noneFound: 'Kein Schlagwort gefunden',
  showLinks: 'Links anzeigen',
  analytics: 'Statistik',
  rename: 'Umbenennen oder zusammenführen',
  renameTitle: (tag) => `${tag} umbenennen`,
  renameHint:
    'Der Name eines anderen Schlagworts führt beide zusammen. Eine geteilte Seite behält ihre URL, außer beim Zusammenführen.',
  name: 'Name',
  renamed: (from, to) => `${from} in ${to} umbenannt`,
  deleteTitle: (tag) => `${tag} löschen?`,
  deleteNote: (links) =>
    plural(links, {
      one: 'Es wird von # Link entfernt. Der Link bleibt. Die geteilte Seite des Schlagworts wird beendet. Das lässt sich nicht rückgängig machen.',
      other:
        'Es wird von # Links entfernt. Die Links bleiben. Die geteilte Seite des Schlagworts wird beendet. Das lässt sich nicht rückgängig machen.',
    }),
  deleted: (tag) => `${tag} gelöscht`,
};
