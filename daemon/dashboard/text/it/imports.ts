/** Italian strings for the import of links. */
import { importWords } from '../../../../shared/ui/text/it/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Importa link',
    {
      one: 'link',
      many: 'link',
      all: 'i link',
      note: 'Importa i link da un altro sistema o da un foglio di calcolo, con slug, titoli, tag e date.',
      left: 'I tag creati dall’importazione restano.',
      files: 'CSV, JSON, JSON Lines o un dump SQL di YOURLS, anche compressi',
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
      label: 'Se lo slug è già usato',
      options: {
        skip: 'Salta la riga',
        change: 'Modifica il link esistente',
        suffix: 'Aggiungi un numero allo slug',
      },
    },
  ),
  who: 'I membri e gli admin possono importare link. Rivolgiti a uno di loro.',
};
