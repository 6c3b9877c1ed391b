/** Polish strings for email templates and their editor. */
import { plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

type Words = Text['templates'];

const numbersLost = (sent: number) =>
  plural(sent, {
    one: 'Statystyki # wysłanego e-maila zostaną usunięte.',
    few: 'Statystyki # wysłanych e-maili zostaną usunięte.',
    many: 'Statystyki # wysłanych e-maili zostaną usunięte.',
    other: 'Statystyki # wysłanego e-maila zostaną usunięte.',
  });

const dialogs: Pick<Words, 'field' | 'preview' | 'test'> = {
  field: {
    insert: 'Wstaw pole',
    insertAt: (place) => `Wstaw pole: ${place.toLowerCase()}`,
    action: 'Wstaw',
    field: 'Pole',
    groups: { contact: 'Kontakt', custom: 'Własne pole', link: 'Link' },
    fallback: 'Jeśli jest puste',
    fallbackHint: 'Widoczne dla kontaktów bez wartości.',
    result: 'Wstawiany tekst',
  },
  preview: {
    contact: 'Widok dla',
    search: 'Szukaj według e-maila lub nazwiska',
    anyone: 'Przykładowy kontakt',
    kind: 'Rodzaj',
    kinds: { html: 'HTML', text: 'Zwykły tekst' },
    frame: 'Podgląd e-maila',
    noSubject: 'Brak tematu',
    noAddress: 'Brak adresu pocztowego. W wielu krajach musi on być w każdym e-mailu.',
    addAddress: 'Dodaj adres pocztowy',
  },
  test: {
    title: 'Wyślij testowy e-mail',
    action: 'Wyślij test',
    to: 'Do',
    note: 'Wysyła zapisany szablon z wartościami przykładowego kontaktu.',
    sent: (to) => `Wysłano test na adres ${to}`,
    saveFirst: 'Najpierw zapisz szablon.',
  },
};

export const templates: Words = {
  title: 'Szablony e-maili',
  note: 'E-maile wysyłane przez reguły. Waypost dodaje układ, link do wypisania się i Twój adres pocztowy.',
  one: 'Szablon e-maila',
  newTemplate: 'Nowy szablon',
  usedBy: 'Używany przez',
  numbers: { sent: 'Wysłane', bounced: 'Odbite', clicked: 'Kliknięte', unsubscribed: 'Wypisania' },
  countOf: (n, number) => `${number.toLowerCase()}: ${n}`,
  share: (percent) => `${percent} wysłanych`,
  lessThan: (percent) => `< ${percent}`,
  unused: 'Brak reguły',
  moreRules: (n) =>
    plural(n, {
      one: 'i jeszcze # reguła',
      few: 'i jeszcze # reguły',
      many: 'i jeszcze # reguł',
      other: 'i jeszcze # reguły',
    }),
  search: 'Szukaj szablonów',
  none: 'Brak szablonów e-maili',
  noneFound: 'Brak pasujących szablonów',
  noneNote: 'Napisz e-mail raz, a reguły będą go wysyłać: powitanie, przypomnienie, pytanie po zakupie.',
  examples: {
    welcome: { name: 'Powitanie', note: 'Wita nowy kontakt po imieniu, z jednym przyciskiem.' },
    reminder: { name: 'Przypomnienie', note: 'Nawiązuje po kilku dniach, w dwóch zdaniach.' },
    html: { name: 'Własny HTML', note: 'Wklej HTML z innego programu. Zachowa swój wygląd.' },
  },
  saved: (name) => `Zapisano szablon ${name}`,
  deleteTitle: (name) => `Usunąć szablon ${name}?`,
  deleteNote: (sent) =>
    [
      sent > 0 && numbersLost(sent),
      'E-maile z tego szablonu czekające w kolejce nie zostaną wysłane. Nie można tego cofnąć.',
    ]
      .filter(Boolean)
      .join(' '),
  deleted: (name) => `Usunięto szablon ${name}`,
  keptTitle: (name) => `${name} jest w użyciu`,
  keptNote: 'Wysyłają go te reguły. Najpierw wybierz w nich inny szablon.',
  labels: {
    name: 'Nazwa',
    subject: 'Temat',
    preheader: 'Preheader',
    format: 'Format',
    body: 'Treść',
    text: 'Zwykły tekst',
    from_name: 'Nazwa nadawcy',
    from_email: 'E-mail nadawcy',
    reply_to: 'Odpowiedź do',
  },
  nameHint: 'Widzi ją tylko Twój zespół.',
  namePlaceholder: 'Cel e-maila',
  preheaderHint: 'Wiele skrzynek pokazuje go po temacie.',
  formats: { markdown: 'Markdown', html: 'HTML' },
  bodyHints: {
    markdown: 'Puste wiersze oddzielają akapity.',
    html: 'Cała strona zachowuje swój wygląd. Waypost dodaje pod nią linki do wypisania się.',
  },
  switchTitle: (format) => `Przełączyć na ${format}?`,
  switchNote: 'Tekst pozostanie bez zmian i będzie odczytany w drugim formacie.',
  switchAction: 'Przełącz',
  textHint: 'Dla programów, które nie pokazują HTML. Jeśli pole jest puste, Waypost tworzy go z treści.',
  more: 'Nadawca i zwykły tekst',
  defaultSender: 'Domyślny dla witryny',
  toolbar: 'Formatowanie',
  tools: {
    bold: 'Pogrubienie',
    italic: 'Kursywa',
    heading: 'Nagłówek',
    list: 'Lista',
    link: 'Link',
    button: 'Przycisk',
  },
  samples: { text: 'tekst', item: 'pozycja', heading: 'Nagłówek', link: 'Tekst linku', button: 'Tekst przycisku' },
  ...dialogs,
};
