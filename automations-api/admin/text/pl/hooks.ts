/** Polish strings for incoming webhooks: their messages, mapping and signature. */
import { plural } from '../../../../shared/ui/text/pl/ui.ts';
import type { Text } from '../text.ts';

type Words = Text['hooks'];

const signature: Words['signature'] = {
  title: 'Podpis',
  none: 'Nie jest sprawdzany',
  signedBy: (kind) => `Podpis: ${kind}`,
  checked: (kind) => `${kind}: wiadomości bez ważnego podpisu są odrzucane`,
  change: 'Zmień podpis',
  kind: 'Rodzaj podpisu',
  kinds: {
    hmac: 'HMAC-SHA256',
    stripe: 'Stripe',
    woocommerce: 'WooCommerce',
    github: 'GitHub',
    standard: 'Standard Webhooks',
  },
  hints: {
    hmac: 'Dowolna usługa, która wysyła w nagłówku HMAC-SHA256 treści.',
    stripe: 'Sekret podpisu punktu końcowego w Stripe, whsec_….',
    woocommerce: 'Sekret webhooka w WooCommerce.',
    github: 'Sekret webhooka w GitHub.',
    standard: 'Usługi zgodne ze standardwebhooks.com. Sekret zaczyna się od whsec_.',
  },
  secret: 'Sekret',
  secretHint: 'Waypost nie pokaże go ponownie.',
  secretKept: 'Pozostaw puste, aby zachować obecny sekret.',
  header: 'Nagłówek',
  encoding: 'Kodowanie',
  encodings: { hex: 'Szesnastkowe', base64: 'Base64' },
  saved: 'Zapisano podpis',
};

const mapping: Words['mapping'] = {
  title: 'Co robi wiadomość',
  note: 'Tworzy kontakt lub go uzupełnia i nigdy niczego nie usuwa.',
  only: 'Tylko wiadomości z',
  onlyIs: 'Wymagana wartość',
  onlyValue: 'paid',
  once: 'Licz raz na',
  eventName: 'Nazwa zdarzenia',
  eventData: (name) => `Dane zdarzenia: ${name}`,
  addPoints: 'Punkty do dodania',
  customField: (name) => `${name} (własne pole)`,
  addData: 'Dane zdarzenia',
  dataName: 'Nazwa w zdarzeniu',
  dataHint: 'Np. total. Reguły i segmenty mogą ją porównywać.',
  path: 'customer.email',
  fixedValue: 'Stała wartość',
  isFixed: 'Taka sama dla każdej wiadomości',
  notInMessage: 'Brak w wybranej wiadomości',
  useFixed: 'Użyj stałej wartości',
  fromMessage: 'Użyj wartości z wiadomości',
  knownContacts: (name) => `${name} znanych kontaktów`,
  fill: 'Uzupełnij, jeśli puste',
  overwrite: 'Nadpisz',
  add: 'Dodaj wartość',
  chosen: (path, name) => `${path} → ${name}`,
  tags: 'Dodaj tagi',
  lists: 'Dodaj do list',
  emailMissing: 'Wybierz wartość, która zawiera adres e-mail.',
  parts: { rows: 'Wartości', tags: 'Tagi', lists: 'Listy' },
};

const messages = (n: number) =>
  plural(n, { one: '# wiadomość', few: '# wiadomości', many: '# wiadomości', other: '# wiadomości' });

export const hooks: Words = {
  title: 'Webhooki przychodzące',
  note: 'Sklepy, formularze i inne usługi wysyłają dane na URL. Wybierasz, które wartości stają się danymi kontaktu.',
  newHook: 'Nowy webhook przychodzący',
  search: 'Szukaj webhooków przychodzących',
  noneFound: 'Brak pasujących webhooków przychodzących',
  none: 'Brak webhooków przychodzących',
  noneNote:
    'Utwórz webhook, wyślij wiadomość na jego URL, a potem kliknij wartości, które chcesz zachować: adres e-mail, imię, zamówienie.',
  name: 'Nazwa',
  nameHint: 'Usługa, która wysyła, np. „Zamówienia ze sklepu”.',
  urlNote: 'Każdy, kto zna ten URL, może wysyłać wiadomości. Zapobiega temu podpis.',
  receive: (name) => `Odbieraj wiadomości: ${name}`,
  turnedOn: (name) => `Włączono ${name}`,
  turnedOff: (name) => `Wyłączono ${name}, wiadomości są odrzucane`,
  received: 'Odebrane',
  last: 'Ostatnia wiadomość',
  receivedCount: (n) => `Odebrano ${messages(n)}, ostatnia`,
  receivedNone: 'Nie odebrano jeszcze wiadomości',
  one: 'Webhook przychodzący',
  renameTitle: (name) => `Zmień nazwę: ${name}`,
  saved: (name) => `Zapisano ${name}`,
  created: (name) => `Utworzono ${name}`,
  rotate: 'Wymień URL',
  rotateTitle: (name) => `Wymienić URL: ${name}?`,
  rotateNote: 'Obecny URL natychmiast przestanie działać. Wpisz nowy w usłudze, która wysyła.',
  rotated: 'URL się zmienił',
  refusedCount: (n) => `Odrzucono ${messages(n)}`,
  refused: (n) => `Odrzucono ${messages(n)}, ostatnia`,
  deleteTitle: (name) => `Usunąć ${name}?`,
  deleteNote: (received) =>
    [
      'Jego URL przestanie działać.',
      received > 0 && `Zapis wiadomości zostanie usunięty (odebrano ${messages(received)}).`,
      'Kontakty i ich zdarzenia pozostaną. Nie można tego cofnąć.',
    ]
      .filter(Boolean)
      .join(' '),
  deleted: (name) => `Usunięto ${name}`,

  send: 'Wysyłaj wiadomości tutaj',
  example: 'Przykład',
  copyExample: 'Kopiuj przykład',
  sendNote: 'JSON, dane formularza i multipart, do 256\u00a0KiB. Waypost odpowiada 202 i przetwarza wiadomość w tle.',
  signature,

  messages: 'Wiadomości',
  messagesNote: 'Ostatnie dziesięć. Kliknij wartość, aby jej użyć.',
  noMessages: 'Oczekiwanie na pierwszą wiadomość',
  noMessagesNote: 'Wyślij ją powyższym przykładem lub ze swojej usługi. Pojawi się tu w ciągu kilku sekund.',
  body: 'Wiadomość',
  outcomes: {
    waiting: 'Oczekuje',
    created: 'Utworzono kontakt',
    changed: 'Zmieniono kontakt',
    unchanged: 'Nic nowego',
    ignored: 'Pominięto',
    failed: 'Błąd',
  },
  contact: 'Kontakt',
  more: (n) =>
    plural(n, {
      one: 'Nie pokazano jeszcze # wartości',
      few: 'Nie pokazano jeszcze # wartości',
      many: 'Nie pokazano jeszcze # wartości',
      other: 'Nie pokazano jeszcze # wartości',
    }),
  emptyObject: 'puste',
  emptyText: 'pusty tekst',
  use: (path, value) => `Użyj ${path}: ${value}`,
  usedAs: 'używane jako',
  size: (n) => plural(n, { one: '# wartość', few: '# wartości', many: '# wartości', other: '# wartości' }),

  mapping,
  tryOut: {
    action: 'Wypróbuj',
    title: 'Co zrobiłaby ta wiadomość',
    none: 'Najpierw odbierz wiadomość, aby wypróbować na niej mapowanie.',
    note: 'Pokazuje, co zrobiłaby wybrana wiadomość. Nic się nie zmienia.',
    would: {
      waiting: '',
      created: 'Utworzyłaby kontakt.',
      changed: 'Zmieniłaby kontakt.',
      unchanged: 'Niczego by nie zmieniła.',
      ignored: 'Zostałaby pominięta.',
      failed: 'Nie powiodłaby się.',
    },
    event: 'Zdarzenie',
  },
};
