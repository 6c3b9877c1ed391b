/** Dutch strings for the REST API and its keys. */
import { keyWords } from '../../../../shared/ui/text/nl/keys.ts';
import type { Text } from '../text.ts';

export const restApi: Text['restApi'] = {
  ...keyWords({
    title: 'REST-API',
    newKey: 'Nieuwe sleutel',
    empty: 'Nog geen sleutels',
    emptyNote: 'Maak er een voor elke app, zodat je hem apart kunt intrekken.',
    name: 'Beschrijving',
    nameHint: 'De app die hem gebruikt, zoals een webshop.',
    permissions: { read: 'Lezen', write: 'Lezen en schrijven', full: 'Volledige toegang' },
    permissionHints: {
      read: 'Alleen lezen',
      write: 'Voegt toe en wijzigt, kan niet verwijderen',
      full: 'Voegt toe, wijzigt en verwijdert',
    },
  }),
  about: 'API-sleutels voor apps die contacten lezen en wijzigen.',
  address: 'API-URL',
  note: 'Apps lezen en wijzigen contacten met deze sleutels. Een sleutel wordt één keer getoond, bij het maken.',
  unnamed: (id) => `Sleutel ${id}`,
};
