/** Polish strings for API keys. */
import { keyWords } from '../../../../shared/ui/text/pl/keys.ts';
import type { Text } from '../text.ts';

export const apiKeys: Text['apiKeys'] = {
  ...keyWords({
    title: 'Klucze API',
    newKey: 'Nowy klucz API',
    empty: 'Brak kluczy API',
    emptyNote: 'Klucz pozwala aplikacji tworzyć linki i odczytywać ich kliknięcia. Nadaj każdej aplikacji własny.',
    name: 'Nazwa',
    nameHint: 'Aplikacja, która będzie go używać, np. „Strona WWW” lub „Raporty”.',
    permissions: { read: 'Odczyt', write: 'Odczyt i zapis', admin: 'Pełny dostęp' },
    permissionHints: {
      read: 'Odczytuje linki, tagi i statystyki.',
      write: 'Dodatkowo tworzy, zmienia i usuwa linki.',
      admin: 'Dodatkowo zarządza domenami, członkami, kluczami API, webhookami i rozliczeniami.',
    },
  }),
  about: 'Klucze, którymi aplikacje wywołują API.',
  note: 'Pozwalają aplikacjom tworzyć i odczytywać linki. Każdy, kto ma klucz, może używać jego uprawnień.',
  noteOwn: 'Utworzone przez Ciebie klucze. Administratorzy widzą wszystkie.',
  notYours: 'Obserwatorzy nie mają kluczy API',
  notYoursNote: 'Poproś administratora tego obszaru roboczego o rolę członka.',
  you: 'Ty',
  previousMember: 'Usunięty członek',
};
