/** German strings for API keys. */
import { keyWords } from '../../../../shared/ui/text/de/keys.ts';
import type { Text } from '../text.ts';

export const apiKeys: Text['apiKeys'] = {
  ...keyWords({
    title: 'API-Schlüssel',
    newKey: 'Neuer API-Schlüssel',
    empty: 'Noch keine API-Schlüssel',
    emptyNote:
      'Mit einem Schlüssel kann eine App Links erstellen und deren Klicks lesen. Geben Sie jeder App einen eigenen.',
    name: 'Name',
    nameHint: 'Die App, die ihn verwendet, etwa „Website“ oder „Berichte“.',
    permissions: { read: 'Lesen', write: 'Lesen und schreiben', admin: 'Voller Zugriff' },
    permissionHints: {
      read: 'Liest Links, Schlagwörter und Statistik.',
      write: 'Erstellt, ändert und löscht außerdem Links.',
      admin: 'Verwaltet außerdem Domains, Mitglieder, API-Schlüssel, Webhooks und Abrechnung.',
    },
  }),
  about: 'Schlüssel, mit denen Apps die API aufrufen.',
  note: 'Damit können Apps Links erstellen und lesen. Wer einen Schlüssel hat, hat dessen Berechtigungen.',
  noteOwn: 'Die von Ihnen erstellten Schlüssel. Admins sehen alle Schlüssel.',
  notYours: 'Betrachter haben keine API-Schlüssel',
  notYoursNote: 'Bitten Sie einen Admin dieses Arbeitsbereichs, Sie zum Mitglied zu machen.',
  you: 'Sie',
  previousMember: 'Entferntes Mitglied',
};
