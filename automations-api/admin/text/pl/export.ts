/** Polish strings for the export. */
import { number } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

export const exportWords: Text['export'] = {
  title: 'Eksport',
  note: 'Pobierz kontakty jako plik do arkusza kalkulacyjnego, innej aplikacji lub własnej dokumentacji.',
  download: 'Pobierz',
  started: (contacts, format) =>
    `Rozpoczęto pobieranie: ${contacts}, plik contacts.${format}. Przeglądarka pokazuje postęp, a Ty możesz tu dalej pracować.`,
  all: (contacts) => `Wszystkie: ${contacts}`,
  noMatch: 'Żaden kontakt nie pasuje do filtra. Nie ma czego pobrać.',
  none: 'Nie ma jeszcze czego eksportować',
  noneNote: 'Brak kontaktów.',
  formatTitle: 'Format',
  formats: { csv: 'CSV', jsonl: 'JSON Lines' },
  formatHints: {
    csv: 'Do arkuszy kalkulacyjnych. Wartości podobne do formuł zaczynają się od apostrofu.',
    jsonl: 'Do aplikacji. Jeden wpis JSON w wierszu.',
  },
  columnsTitle: 'Kolumny',
  chosen: (n, all) => `${number(n)} z ${number(all)}`,
  allColumns: 'Wszystkie kolumny',
  usualColumns: 'Typowe kolumny',
  leftOut: 'Pominięte',
  noColumn: 'Wybierz co najmniej jedną kolumnę.',
  up: (name) => `Przenieś w górę: ${name}`,
  down: (name) => `Przenieś w dół: ${name}`,
};
