/** Dutch strings for the import of links. */
import { importWords } from '../../../../shared/ui/text/nl/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Links importeren',
    {
      one: 'link',
      many: 'links',
      Many: 'Links',
      which: 'die',
      note: 'Neem links over uit een ander systeem of een spreadsheet, met hun slugs, titels, tags en datums.',
      left: 'Tags',
      files: 'CSV, JSON, JSON Lines of een SQL-dump van YOURLS, ook gecomprimeerd',
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
      label: 'Als de slug bezet is',
      options: {
        skip: 'Rij overslaan',
        change: 'Bestaande link wijzigen',
        suffix: 'Getal aan de slug toevoegen',
      },
    },
  ),
  who: 'Leden en admins kunnen links importeren. Vraag het aan een van hen.',
};
