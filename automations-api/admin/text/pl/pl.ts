/**
 * Polish strings that screens share, and each screen's own strings from `pl/`. Strings with a number or a name are
 * functions.
 */
import { number, plural, ui } from '../../../../shared/ui/text/pl/ui.ts';
import type { FirstText } from '../text.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { timeline } from './timeline.ts';

export const pl: FirstText = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Kontakty, ich tagi i listy, reguły i webhooki.',
    noScript: 'Ta strona wymaga JavaScriptu.',
  },
  ui: { ...ui, period: { ...ui.period, presets: { ...ui.period.presets, all: 'Cały okres' } } },
  counts: {
    contacts: (n) => plural(n, { one: '# kontakt', few: '# kontakty', many: '# kontaktów', other: '# kontaktu' }),
  },
  health: {
    title: 'Stan systemu',
    about: 'Bazy danych, serwer poczty oraz oczekujące e-maile, webhooki i zadania.',
  },
  roles: { administrator: 'Administrator', editor: 'Redaktor', viewer: 'Obserwator' },
  actions: ui.buttons,
  saveBar: {
    label: 'Zmiany',
    notSaved: 'Jeszcze nie zapisano',
    unsaved: 'Niezapisane zmiany',
    allSaved: 'Wszystkie zmiany są zapisane',
    discard: 'Odrzuć',
  },
  leave: { title: 'Opuścić bez zapisywania?', action: 'Opuść', note: 'Wprowadzone tu zmiany przepadną.' },
  statuses: {
    unverified: 'Niepotwierdzony',
    subscribed: 'Zapisany',
    bounced: 'Odbity',
    unsubscribed: 'Wypisany',
    soft_bounced: 'Odbity tymczasowo',
    complaint: 'Skarga',
  },
  more: (n) => `i jeszcze ${number(n)}`,
  usedBy: { rules: 'Reguły', segments: 'Segmenty' },

  dashboard,
  contacts,
  contact,
  timeline,
  jobs,
  missing: 'To pole nie może być puste.',
  preview: {
    title: 'Podgląd',
    of: (what) => `Podgląd: ${what}`,
    part: 'Część edytora',
    parts: { edit: 'Edycja', preview: 'Podgląd' },
    width: 'Szerokość',
    widths: { desktop: 'Komputer', phone: 'Telefon' },
    theme: 'Motyw',
    themes: { light: 'Jasny', dark: 'Ciemny' },
  },
  refused: {
    editor: 'Tę stronę mogą otwierać tylko redaktorzy i administratorzy',
    administrator: 'Tę stronę mogą otwierać tylko administratorzy',
    note: 'Poproś administratora o zmianę roli.',
  },
  /** Lists and screens of objects. */
  objects: {
    on: 'Wł.',
    off: 'Wył.',
    state: 'Włącz lub wyłącz',
    changed: 'Zmieniono',
    changedAt: 'zmieniono',
    url: 'URL',
    copyUrl: (name) => `Kopiuj URL: ${name}`,
    open: 'Otwórz',
    duplicate: 'Duplikuj',
    copyOf: (name) => `${name} (kopia)`,
    examples: 'Zacznij od przykładu',
  },
  members: {
    template: { choose: 'Wybierz szablon', create: 'Nowy szablon e-maila', open: 'Otwórz szablon' },
    unit: 'Jednostka',
    units: { second: 'Sekundy', minute: 'Minuty', hour: 'Godziny', day: 'Dni', week: 'Tygodnie' },
    field: 'Pole',
    anotherField: 'Kolejne pole',
    chooseField: 'Wybierz pole',
    fieldHint: 'Pozostaw puste, aby wyczyścić pole.',
    noFields: 'Brak pól. Dodaj je w sekcji Pola.',
  },
  cards: {
    saved: (title) => `Zapisano: ${title}`,
    done: (label) => `${label}: gotowe`,
    noRows: 'Brak danych',
    nothing: 'Brak treści dla Twojej roli',
    broken: 'Nie udało się załadować tej karty',
    yes: 'Tak',
    no: 'Nie',
  },
  account: {
    signInAgain: 'Zaloguj się w nowej karcie',
  },
  preferences: {
    title: 'Preferencje',
    about: 'Motyw, strefa czasowa i skróty klawiszowe w tej przeglądarce.',
  },
};
