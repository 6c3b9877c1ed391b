/** Polish strings for forms: the list, the builder, the preview and the submissions. */
import { number, plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

const pageStops = 'Strona formularza przestanie działać, także tam, gdzie jest osadzona.';

const postsLost = (posts: number) =>
  plural(posts, {
    one: 'Ma # zgłoszenie: niepotwierdzone zostanie usunięte, potwierdzone pozostanie przy kontakcie.',
    few: 'Ma # zgłoszenia: niepotwierdzone zostaną usunięte, potwierdzone pozostaną przy kontaktach.',
    many: 'Ma # zgłoszeń: niepotwierdzone zostaną usunięte, potwierdzone pozostaną przy kontaktach.',
    other: 'Ma # zgłoszenia: niepotwierdzone zostaną usunięte, potwierdzone pozostaną przy kontaktach.',
  });

export const forms: Text['forms'] = {
  title: 'Formularze',
  note: 'Strony, na których można się zapisać. Udostępnij link do formularza lub osadź go na własnej stronie.',
  parts: {
    name: 'Nazwa',
    slug: 'Slug',
    fields: 'Pola',
    title: 'Tytuł',
    intro: 'Wprowadzenie',
    button: 'Przycisk',
    thanks: 'Tekst po wysłaniu',
    redirect_url: 'URL po wysłaniu',
    consent_text: 'Tekst zgody',
    lists: 'Dodaj do list',
    offered_lists: 'Listy do wyboru',
    tags: 'Dodaj tagi',
    double_opt_in: 'Potwierdzenie e-mailem',
    embeddable: 'Inne strony mogą go osadzać',
  },
  newForm: 'Nowy formularz',
  one: 'Formularz',
  none: 'Brak formularzy',
  noneNote:
    'Formularz pyta o adres e-mail i wszystko, co chcesz wiedzieć. Nowe kontakty potwierdzają zapis e-mailem, zanim trafią na Twoje listy.',
  search: 'Szukaj formularzy',
  noneFound: 'Brak pasujących formularzy',
  columns: { posts: 'Zgłoszenia', confirmed: 'Potwierdzone' },
  accept: (name) => `Przyjmuj zgłoszenia: ${name}`,
  turnedOn: (name) => `${name} przyjmuje zgłoszenia`,
  turnedOff: (name) => `${name} nie przyjmuje już zgłoszeń`,
  show: 'Otwórz stronę',
  submissions: 'Zgłoszenia',
  submissionsCounted: (n) => `Zgłoszenia (${n})`,
  tabs: 'Części formularza',
  saved: (name) => `Zapisano formularz ${name}`,
  deleteTitle: (name) => `Usunąć formularz ${name}?`,
  deleteNote: (posts) => [pageStops, posts > 0 && postsLost(posts), 'Nie można tego cofnąć.'].filter(Boolean).join(' '),
  deleted: (name) => `Usunięto formularz ${name}`,

  basics: 'Nazwa i URL',
  nameHint: 'Widzi ją tylko Twój zespół.',
  slugHint: 'Koniec adresu URL. Jeśli jest pusty, powstaje z nazwy.',
  slugChanged: 'Linki do poprzedniego URL i osadzone formularze przestaną działać.',
  fieldsNote: 'W kolejności na stronie.',
  addField: 'Dodaj pole',
  required: 'Wymagane',
  requiredOf: (name) => `${name}: wymagane`,
  moveUp: (name) => `Przenieś w górę: ${name}`,
  moveDown: (name) => `Przenieś w dół: ${name}`,
  movedTo: (at, count) => `Teraz pole ${number(at)} z ${number(count)}`,
  texts: 'Teksty',
  textsNote: 'Puste teksty pojawiają się w języku odwiedzającego.',
  redirectHint: 'Otwierany zamiast tekstu.',
  consentHint: 'Widoczny z wymaganym polem wyboru. Każde zgłoszenie zapisuje zaakceptowaną wersję.',
  afterwards: 'Po wysłaniu',
  offeredHint: 'Odwiedzający widzą te listy z polami wyboru.',
  doubleOptInHint: 'Nowe kontakty trafiają na listy po otwarciu linku z e-maila.',

  previewed: 'formularz',

  publish: 'Publikacja',
  embed: 'Kod do osadzenia',
  embedHint: 'Wklej go w HTML swojej strony.',
  copyEmbed: 'Kopiuj kod do osadzenia',
  isOff: 'Formularz jest wyłączony: jego strona informuje, że jest zamknięty.',

  noSubmissions: 'Brak zgłoszeń',
  allOutcomes: 'Wszystkie',
  noneOfOutcome: 'Brak zgłoszeń z tym wynikiem',
  notForViewers: 'Obserwatorzy nie widzą zgłoszeń',
  noSubmissionsNote: 'Udostępnij URL formularza lub go osadź. Zgłoszenia pojawią się tutaj.',
  email: 'E-mail',
  lists: 'Listy',
  answer: (label, value) => `${label}: ${value}`,
  outcome: 'Wynik',
  at: 'Wysłano',
  outcomes: {
    new: 'Odebrane',
    waiting: 'Niepotwierdzone',
    confirmed: 'Potwierdzone',
    added: 'Dodane',
    limited: 'Przekroczono limit',
    refused: 'Odrzucone',
  },
};
