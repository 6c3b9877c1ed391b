/** Polish strings for the import of links. */
import { importWords } from '../../../../shared/ui/text/pl/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Import linków',
    {
      one: 'link',
      few: 'linki',
      many: 'linków',
      other: 'linku',
      note: 'Przenieś linki z innego systemu lub arkusza kalkulacyjnego wraz ze slugami, tytułami, tagami i datami.',
      left: 'Tagi',
      files: 'CSV, JSON, JSON Lines lub zrzut SQL z YOURLS, także skompresowane',
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
      label: 'Jeśli slug jest zajęty',
      options: {
        skip: 'Pomiń wiersz',
        change: 'Zmień istniejący link',
        suffix: 'Dodaj liczbę do sluga',
      },
    },
  ),
  who: 'Linki mogą importować członkowie i administratorzy. Zwróć się do jednego z nich.',
};
