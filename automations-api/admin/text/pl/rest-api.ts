/** Polish strings for the REST API and its keys. */
import { keyWords } from '../../../../shared/ui/text/pl/keys.ts';
import type { Text } from '../text.ts';

export const restApi: Text['restApi'] = {
  ...keyWords({
    title: 'REST API',
    newKey: 'Nowy klucz',
    empty: 'Brak kluczy',
    emptyNote: 'Utwórz osobny dla każdej aplikacji, aby móc go osobno unieważnić.',
    name: 'Opis',
    nameHint: 'Aplikacja, która będzie go używać, np. sklep.',
    permissions: { read: 'Odczyt', write: 'Odczyt i zapis', full: 'Pełny dostęp' },
    permissionHints: {
      read: 'Tylko odczyt',
      write: 'Dodaje i zmienia, nie może usuwać',
      full: 'Dodaje, zmienia i usuwa',
    },
  }),
  about: 'Klucze API dla aplikacji, które odczytują i zmieniają kontakty.',
  address: 'URL API',
  note: 'Aplikacje używają tych kluczy do odczytu i zmiany kontaktów. Klucz jest widoczny tylko raz, po utworzeniu.',
  unnamed: (id) => `Klucz ${id}`,
};
