/** Polish strings for the import of contacts. */
import { importWords } from '../../../../shared/ui/text/pl/import.ts';
import type { Text } from '../text.ts';

export const imports: Text['imports'] = {
  ...importWords(
    'Import',
    {
      one: 'kontakt',
      few: 'kontakty',
      many: 'kontaktów',
      other: 'kontaktu',
      note: 'Przenieś kontakty z innego systemu lub arkusza kalkulacyjnego wraz z polami, tagami i listami.',
      left: 'Tagi, listy i własne pola',
      files: 'CSV, JSON lub JSON Lines, także skompresowane, albo kilka plików w ZIP',
      formats: {
        waypost: 'Waypost',
        fluentcrm: 'FluentCRM',
        funnelkit: 'FunnelKit',
        hubspot: 'HubSpot',
        listmonk: 'listmonk',
        mailchimp: 'Mailchimp',
      },
    },
    {
      label: 'Jeśli kontakt istnieje',
      options: {
        fill: 'Uzupełnij tylko puste pola oraz dodaj tagi i listy',
        change: 'Zmień kontakt',
        skip: 'Pomiń wiersz',
      },
      defaultStatus: {
        label: 'Kontakty bez statusu',
        hint: 'Wybierz „Zapisany” tylko dla osób, które zgodziły się na Twoje e-maile.',
        options: { unverified: 'Niepotwierdzony', subscribed: 'Zapisany' },
      },
      refusesFaultyCells: {
        label: 'Odrzucaj wiersze z błędnymi komórkami',
        hint: 'W przeciwnym razie nieczytelna data, liczba lub opcja jest pomijana z adnotacją, a kontakt zostaje zaimportowany.',
      },
      resubscribe: {
        label: 'Uwzględnij kontakty wypisane i odbite',
        hint: 'Zapisuje je ponownie, jeśli tak wskazuje plik. Używaj tylko za ich zgodą.',
      },
    },
  ),
  from: {
    title: 'Z tego WordPressa',
    note: 'Waypost odczytuje kontakty raz i niczego tam nie zmienia. Najpierw zobaczysz, co zrobi import.',
    action: (plugin, contacts) => `Z ${plugin}: ${contacts}`,
  },
  forAllRows: { tag: 'Tagi dla wszystkich wierszy', list: 'Listy dla wszystkich wierszy' },
  newFields: {
    text: 'Nowe pole: tekst',
    number: 'Nowe pole: liczba',
    date: 'Nowe pole: data',
    textarea: 'Nowe pole: długi tekst',
  },
  who: 'Kontakty mogą importować redaktorzy i administratorzy. Zwróć się do jednego z nich.',
};
