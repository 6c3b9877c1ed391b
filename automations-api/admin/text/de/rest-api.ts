/** German strings for the REST API and its keys. */
import { keyWords } from '../../../../shared/ui/text/de/keys.ts';
import type { Text } from '../text.ts';

export const restApi: Text['restApi'] = {
  ...keyWords({
    title: 'REST-API',
    newKey: 'Neuer Schlüssel',
    empty: 'Noch keine Schlüssel',
    emptyNote: 'Erstellen Sie für jede App einen, damit Sie ihn einzeln widerrufen können.',
    name: 'Beschreibung',
    nameHint: 'Die App, die ihn verwendet, etwa ein Shop.',
    permissions: { read: 'Lesen', write: 'Lesen und schreiben', full: 'Voller Zugriff' },
    permissionHints: {
      read: 'Nur Lesezugriff',
      write: 'Fügt hinzu und ändert, kann nicht löschen',
      full: 'Fügt hinzu, ändert und löscht',
    },
  }),
  about: 'API-Schlüssel für Apps, die Kontakte lesen und ändern.',
  address: 'API-URL',
  note: 'Mit diesen Schlüsseln lesen und ändern Apps Kontakte. Ein Schlüssel wird nur beim Erstellen angezeigt.',
  unnamed: (id) => `Schlüssel ${id}`,
};
