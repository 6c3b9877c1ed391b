/** Polish strings for the list of contacts. */
import { number, plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

const ofContacts = (n: number) =>
  plural(n, { one: '# kontaktu', few: '# kontaktów', many: '# kontaktów', other: '# kontaktu' });
const count = (n: number) =>
  plural(n, { one: '# kontakt', few: '# kontakty', many: '# kontaktów', other: '# kontaktu' });

const many: Text['contacts']['many'] = {
  tags: 'Tagi',
  lists: 'Listy',
  status: 'Status',
  field: 'Pole',
  fieldTitle: (n) => `Pole ${ofContacts(n)}`,
  emptyClears: 'Pozostaw puste, aby wyczyścić pole.',
  resubscribe: 'Uwzględnij kontakty wypisane i ze skargą',
  resubscribeHint: 'W przeciwnym razie kontakty, które zrezygnowały, zachowają swój status.',
  tooMany: (n) =>
    `Pojedynczo można zaznaczyć najwyżej ${number(n)} kontaktów. Zamiast tego zaznacz wszystkie pasujące do filtra.`,
  how: 'Działanie',
  hows: { add: 'Dodaj', remove: 'Usuń' },
  statusTitle: (n) => `Status ${ofContacts(n)}`,
  termsTitle: (what, n) => `${what === 'tags' ? 'Tagi' : 'Listy'} ${ofContacts(n)}`,
  deleteTitle: (n) => `Usunąć ${count(n)}?`,
  deleteNote: (n) =>
    n === 1
      ? 'Usuwa kontakt ze wszystkimi jego danymi. Nie można tego cofnąć.'
      : 'Usuwa kontakty ze wszystkimi ich danymi. Nie można tego cofnąć.',
};

export const contacts: Text['contacts'] = {
  title: 'Kontakty',
  search: 'Szukaj kontaktów',
  add: 'Dodaj kontakt',
  customFields: 'Własne pola',
  added: (email) => `Dodano ${email}`,
  saved: (email) => `Zapisano ${email}`,
  export: 'Eksportuj',
  exportThese: 'Eksportuj te',
  open: 'Otwórz',
  edit: 'Status, tagi i listy',
  editTitle: (email) => `Status, tagi i listy: ${email}`,
  deleteTitle: (name) => `Usunąć ${name}?`,
  deleteNote: 'Usuwa kontakt ze wszystkimi jego danymi. Nie można tego cofnąć.',
  deleted: (email) => `Usunięto ${email}`,
  none: 'Brak pasujących kontaktów',
  clearFilters: 'Wyczyść wyszukiwanie i filtry',
  empty: 'Brak kontaktów',
  emptyNote: 'Zaimportuj je, dodaj tutaj albo pozwól, by sklep i formularze dodawały je przez REST API.',
  columns: {
    contact: 'Kontakt',
    place: 'Miejsce',
    changed: 'Zmieniono',
    added: 'Dodano',
  },
  types: { lead: 'Lead', customer: 'Klient' },
  rowsAPage: (n) =>
    plural(n, {
      one: '# wiersz na stronę',
      few: '# wiersze na stronę',
      many: '# wierszy na stronę',
      other: '# wiersza na stronę',
    }),
  addFirst: 'Dodaj kontakt',
  importFirst: 'Importuj kontakty',
  merge: 'Scal z…',
  editTags: (email) => `Edytuj tagi: ${email}`,
  tagsOf: (email) => `Tagi: ${email}`,
  status: {
    menu: (email, status) => `Status ${email}: ${status}`,
    changed: (email, status) => `Nowy status ${email}: ${status.toLowerCase()}`,
    resubscribe: 'Zapisz ponownie',
    resubscribeTitle: (email) => `Zapisać ponownie ${email}?`,
    resubscribeNote: (status) =>
      `Ten kontakt zrezygnował z e-maili (${status.toLowerCase()}). Kontynuuj tylko wtedy, gdy znów o nie poprosił.`,
  },
  sorts: {
    creation_date: 'dodanie',
    last_modified: 'zmiana',
    f_name: 'imię',
    l_name: 'nazwisko',
    email: 'e-mail',
  },
  fields: {
    email: 'E-mail',
    f_name: 'Imię',
    l_name: 'Nazwisko',
    contact_no: 'Telefon',
    country: 'Kraj',
    state: 'Województwo lub region',
    timezone: 'Strefa czasowa',
    type: 'Typ',
    source: 'Źródło',
    points: 'Punkty',
    status: 'Status',
    tags: 'Tagi',
    lists: 'Listy',
  },
  many,
  keys: {
    next: 'Następny wiersz',
    before: 'Poprzedni wiersz',
    select: 'Zaznacz wiersz',
    edit: 'Status, tagi i listy wiersza',
    clear: 'Wyczyść zaznaczenie',
  },
};
