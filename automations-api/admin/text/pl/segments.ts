/** Polish strings for segments. */
import { plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

export const segments: Text['segments'] = {
  title: 'Segmenty',
  note: 'Zapisane filtry. Kontakty trafiają do nich i wypadają z nich, gdy się zmieniają.',
  name: 'Nazwa',
  count: 'Kontakty',
  created: 'Utworzono',
  open: 'Pokaż kontakty',
  picked: (name) => `Segment: ${name}`,
  manage: 'Wszystkie segmenty',
  add: 'Nowy segment',
  conditions: 'Warunki',
  counting: 'Liczenie…',
  meets: (n) =>
    plural(n, {
      one: '# kontakt teraz pasuje.',
      few: '# kontakty teraz pasują.',
      many: '# kontaktów teraz pasuje.',
      other: '# kontaktu teraz pasuje.',
    }),
  save: 'Zapisz jako segment',
  saveChanges: 'Zapisz zmiany',
  saveAsNew: 'Zapisz jako nowy',
  saveHint: 'Zapisuje wyszukiwanie i filtry tej listy.',
  saved: (name) => `Zapisano segment ${name}`,
  none: 'Brak segmentów',
  noneNote: 'Segment to zapisany filtr: kontakty trafiają do niego i z niego wypadają, gdy się zmieniają.',
  noneFound: 'Brak pasujących segmentów',
  search: 'Szukaj segmentów',
  toContacts: 'Przejdź do kontaktów',
  usedBy: 'Używany przez',
  usedByRule: (name) => `Reguła ${name}`,
  edit: 'Edytuj filtr',
  duplicateTitle: (name) => `Duplikuj ${name}`,
  keptTitle: (name) => `Nie można usunąć ${name}`,
  keptNote: 'Używają go te elementy. Najpierw je zmień:',
  deleteTitle: (name) => `Usunąć segment ${name}?`,
  deleteNote: 'Nic go nie używa. Jego kontakty pozostaną bez zmian. Nie można tego cofnąć.',
  deleted: (name) => `Usunięto segment ${name}`,
};
