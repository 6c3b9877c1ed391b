/** French strings for the import of links. */
import { importWords } from '../../../../shared/ui/text/fr/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Importer des liens',
    {
      one: 'lien',
      many: 'liens',
      note: 'Reprenez les liens d’un autre système ou d’un tableur, avec leurs slugs, titres, tags et dates.',
      left: 'Les tags créés par l’import restent.',
      files: 'CSV, JSON, JSON Lines ou un export SQL de YOURLS, même compressés',
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
      label: 'Si le slug est déjà pris',
      options: {
        skip: 'Ignorer la ligne',
        change: 'Modifier le lien existant',
        suffix: 'Ajouter un nombre au slug',
      },
    },
  ),
  who: 'Les membres et les admins peuvent importer des liens. Adressez-vous à l’un d’eux.',
};
