/** German strings for webhooks. Each application adds the texts of its own events. */
import type { WebhookWords } from '../en/webhooks.ts';
import type { AnyText } from '../shape.ts';
import { plural } from './ui.ts';

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

const lostWords = (undelivered: string): string => {
  if (undelivered === '0') return 'Die Zustellungen werden gelöscht.';
  return undelivered === '1'
    ? '1 nicht zugestelltes Ereignis geht verloren, und die Zustellungen werden gelöscht.'
    : `${undelivered} nicht zugestellte Ereignisse gehen verloren, und die Zustellungen werden gelöscht.`;
};

const common: Omit<AnyText<WebhookWords>, keyof Own> = {
  title: 'Webhooks',
  newWebhook: 'Neuer Webhook',
  none: 'Noch keine Webhooks',
  url: 'URL',
  on: 'Ein',
  sendTo: (name) => `An ${name} senden`,
  state: 'Status',
  states: {
    delivering: 'Aktiv',
    failing: 'Gestört',
    failed: (n) => `${n} fehlgeschlagen`,
    off: 'Aus',
    turnedOff: 'Ausgeschaltet',
  },
  offNote: 'Aus. Ereignisse werden übersprungen, bis Sie ihn einschalten.',
  turnedOffNote: (since) =>
    `Waypost hat ihn ausgeschaltet: keine Zustellung seit ${since}. Schalten Sie ihn ein, sobald Ihr Server wieder antwortet.`,
  atLeast: (n) => `${n}+`,
  deliveriesOf: (n) => (n === '1' ? '1 Zustellung' : `${n} Zustellungen`),
  lastDelivery: 'Letzte Zustellung',
  waiting: 'Ausstehend',
  givenUp: 'Fehlgeschlagen',
  created: 'Erstellt',
  events: 'Ereignisse',
  allEvents: 'Alle Ereignisse',
  moreEvents: (n) => `+${n}`,
  noEvent: 'Wählen Sie mindestens ein Ereignis.',
  groupOfPlugins: 'Plugins',
  editTitle: 'Webhook bearbeiten',
  saved: (name) => `${name} gespeichert`,
  test: 'Test senden',
  tested: 'Testereignis gesendet',
  open: 'Zustellungen',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  isOn: (name) => `${name} eingeschaltet`,
  isOff: (name) => `${name} ausgeschaltet`,
  deleteTitle: (name) => `${name} löschen?`,
  deleteNote: (undelivered) => `${lostWords(undelivered)} Das lässt sich nicht rückgängig machen.`,
  deleted: (name) => `${name} gelöscht`,
  createdTitle: 'Webhook erstellt',
  deliveries: 'Zustellungen',
  filter: 'Zustellungen anzeigen',
  event: 'Ereignis',
  anyEvent: 'Jedes Ereignis',
  statuses: { all: 'Alle', delivered: 'Zugestellt', pending: 'Ausstehend', dead: 'Fehlgeschlagen' },
  noDeliveries: 'Noch keine Zustellungen',
  noneSuch: 'Keine Zustellungen mit diesem Status',
  showAll: 'Alle Zustellungen anzeigen',
  shown: (n) => plural(n, { one: '# Zustellung', other: '# Zustellungen' }),
  answered: (status, ms) => `${status} in ${ms} ms`,
  tries: (n) => (n === 0 ? 'noch kein Versuch' : plural(n, { one: '# Versuch', other: '# Versuche' })),
  nextTry: (when) => `Nächster Versuch: ${when}.`,
  payload: 'Payload',
  copyPayload: (id) => `Payload ${id} kopieren`,
  answer: (status) => `Antwort ${status}`,
  copyAnswer: (id) => `Antwort auf ${id} kopieren`,
  answerEmpty: '(leer)',
  sentAs: 'Gesendet als',
  retry: 'Erneut senden',
  retried: 'Zustellung wird erneut versucht',
  retryAll: 'Fehlgeschlagene erneut senden',
  retriedAll: (n, left) => {
    const retried = plural(n, {
      one: '# Zustellung wird erneut versucht',
      other: '# Zustellungen werden erneut versucht',
    });
    return left > 0 ? `${retried}; weitere stehen noch aus` : retried;
  },
  verify: 'Payloads auf Ihrem Server prüfen',
  verifyNote:
    'Payloads sind nach Standard Webhooks signiert. Berechnen Sie die Signatur über den unveränderten Body und weisen Sie Payloads ab, die älter als fünf Minuten sind.',
  language: 'Sprache',
  copyCode: (language) => `${language}-Code kopieren`,
};
