/** German strings for the import of links. */
import { importWords } from '../../../../shared/ui/text/de/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Links importieren',
    {
      one: 'Link',
      many: 'Links',
      note: 'Übernehmen Sie Links aus einem anderen System oder einer Tabelle, mit Slugs, Titeln, Schlagwörtern und Zeitangaben.',
      left: 'Schlagwörter',
      files: 'CSV, JSON, JSON Lines oder ein SQL-Dump von YOURLS, auch komprimiert',
      formats: {
        waypost: 'Waypost',
        bitly: 'Bitly',
        dub: 'Dub',
        kutt: 'Kutt',
        shlink: 'Shlink',
        shortio: 'Short.io',
        yourls: 'YOURLS',
      },
    },
    {
      label: 'Wenn der Slug vergeben ist',
      options: {
        skip: 'Zeile überspringen',
        change: 'Vorhandenen Link ändern',
        suffix: 'Slug um eine Zahl ergänzen',
      },
    },
  ),
  who: 'Mitglieder und Admins können Links importieren. Fragen Sie jemanden mit dieser Rolle.',
};
