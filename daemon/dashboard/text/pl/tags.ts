/** Polish strings for tags. */
import { plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

export const tags: Text['tags'] = {
  title: 'Tagi',
  tag: 'Tag',
  links: 'Linki',
  search: 'Szukaj tagów',
  none: 'Brak tagów',
  noneNote: 'Tagi grupują linki. Dodaj tag podczas tworzenia lub edycji linku.',
  toLinks: 'Przejdź do linków',
  noneFound: 'Brak pasujących tagów',
  showLinks: 'Pokaż linki',
  analytics: 'Statystyki',
  rename: 'Zmień nazwę lub scal',
  renameTitle: (tag) => `Zmień nazwę: ${tag}`,
  renameHint:
    'Użycie nazwy innego tagu scali oba tagi. Udostępniana strona zachowa swój URL, chyba że tagi zostaną scalone.',
  name: 'Nazwa',
  renamed: (from, to) => `Zmieniono nazwę ${from} na ${to}`,
  deleteTitle: (tag) => `Usunąć ${tag}?`,
  deleteNote: (links) =>
    plural(links, {
      one: 'Zostanie usunięty z # linku. Link pozostanie. Udostępniana strona tagu zniknie. Nie można tego cofnąć.',
      few: 'Zostanie usunięty z # linków. Linki pozostaną. Udostępniana strona tagu zniknie. Nie można tego cofnąć.',
      many: 'Zostanie usunięty z # linków. Linki pozostaną. Udostępniana strona tagu zniknie. Nie można tego cofnąć.',
      other: 'Zostanie usunięty z # linku. Linki pozostaną. Udostępniana strona tagu zniknie. Nie można tego cofnąć.',
    }),
  deleted: (tag) => `Usunięto ${tag}`,
};
