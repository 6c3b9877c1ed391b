/** Polish strings for webhooks. Each application adds the texts of its own events. */
import type { WebhookWords } from '../en/webhooks.ts';
import type { AnyText } from '../shape.ts';
import { number, plural } from './ui.ts';

type Own = {
  note: string;
  noneNote: string;
  urlHint: string;
  failingNote: (since: string) => string;
  failedNote: (n: string) => string;
  noDeliveriesNote: string;
  /** The headings of the event groups, keyed by the first part of the events' names. */
  groups: Record<string, string>;
  /** The titles of events that users cannot choose. */
  otherEvents: Record<string, string>;
};

export const webhookWords = (own: Own): AnyText<WebhookWords> => ({ ...own, ...common });

const deliveries = (n: number) =>
  plural(n, { one: '# doręczenie', few: '# doręczenia', many: '# doręczeń', other: '# doręczenia' });

const common: Omit<AnyText<WebhookWords>, keyof Own> = {
  title: 'Webhooki',
  newWebhook: 'Nowy webhook',
  none: 'Brak webhooków',
  url: 'URL',
  on: 'Włączony',
  sendTo: (name) => `Wysyłaj do ${name}`,
  state: 'Stan',
  states: {
    delivering: 'Działa',
    failing: 'Nie działa',
    failed: (n) => `Nieudane: ${n}`,
    off: 'Wyłączony',
    turnedOff: 'Wyłączony automatycznie',
  },
  offNote: 'Wyłączony. Zdarzenia są pomijane do czasu włączenia.',
  turnedOffNote: (since) =>
    `Wyłączony przez Waypost: brak doręczeń od ${since}. Włącz go, gdy serwer znów będzie odpowiadać.`,
  atLeast: (n) => `${n}+`,
  deliveriesOf: (n) => (n === '1' ? '1 doręczenie' : `doręczenia: ${n}`),
  lastDelivery: 'Ostatnie doręczenie',
  waiting: 'Oczekujące',
  givenUp: 'Nieudane',
  created: 'Utworzono',
  events: 'Zdarzenia',
  allEvents: 'Wszystkie zdarzenia',
  moreEvents: (n) => `+${n}`,
  noEvent: 'Wybierz co najmniej jedno zdarzenie.',
  groupOfPlugins: 'Wtyczki',
  editTitle: 'Edytuj webhook',
  saved: (name) => `Zapisano ${name}`,
  test: 'Wyślij test',
  tested: 'Wysłano zdarzenie testowe',
  open: 'Doręczenia',
  turnOn: 'Włącz',
  turnOff: 'Wyłącz',
  isOn: (name) => `Włączono ${name}`,
  isOff: (name) => `Wyłączono ${name}`,
  deleteTitle: (name) => `Usunąć ${name}?`,
  deleteNote: (undelivered) =>
    undelivered === '0'
      ? 'Jego doręczenia zostaną usunięte. Nie można tego cofnąć.'
      : `Niedoręczone zdarzenia przepadną (${undelivered}), a doręczenia zostaną usunięte. Nie można tego cofnąć.`,
  deleted: (name) => `Usunięto ${name}`,
  createdTitle: 'Utworzono webhook',
  deliveries: 'Doręczenia',
  filter: 'Pokaż doręczenia',
  event: 'Zdarzenie',
  anyEvent: 'Dowolne zdarzenie',
  statuses: { all: 'Wszystkie', delivered: 'Doręczone', pending: 'Oczekujące', dead: 'Nieudane' },
  noDeliveries: 'Brak doręczeń',
  noneSuch: 'Brak doręczeń o tym statusie',
  showAll: 'Pokaż wszystkie doręczenia',
  shown: deliveries,
  answered: (status, ms) => `${status} po ${ms}\u00a0ms`,
  tries: (n) =>
    n === 0 ? 'jeszcze bez prób' : plural(n, { one: '# próba', few: '# próby', many: '# prób', other: '# próby' }),
  nextTry: (when) => `Następna próba: ${when}.`,
  payload: 'Payload',
  copyPayload: (id) => `Kopiuj payload ${id}`,
  answer: (status) => `Odpowiedź ${status}`,
  copyAnswer: (id) => `Kopiuj odpowiedź na ${id}`,
  answerEmpty: '(pusta)',
  sentAs: 'Wysłano jako',
  retry: 'Ponów',
  retried: 'Ponawianie doręczenia',
  retryAll: 'Ponów wszystkie nieudane',
  retriedAll: (n, left) => `Ponawiane doręczenia: ${number(n)}${left > 0 ? '; pozostały kolejne' : ''}`,
  verify: 'Weryfikacja payloadów na Twoim serwerze',
  verifyNote:
    'Payloady są podpisane zgodnie ze Standard Webhooks. Oblicz podpis z surowej treści żądania i odrzucaj payloady starsze niż pięć minut.',
  language: 'Język',
  copyCode: (language) => `Kopiuj kod: ${language}`,
};
