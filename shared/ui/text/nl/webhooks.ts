/** Dutch strings for webhooks. Each application adds the texts of its own events. */
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
  if (undelivered === '0') return 'De leveringen worden verwijderd.';
  return undelivered === '1'
    ? '1 niet geleverde gebeurtenis gaat verloren en de leveringen worden verwijderd.'
    : `${undelivered} niet geleverde gebeurtenissen gaan verloren en de leveringen worden verwijderd.`;
};

const common: Omit<AnyText<WebhookWords>, keyof Own> = {
  title: 'Webhooks',
  newWebhook: 'Nieuwe webhook',
  none: 'Nog geen webhooks',
  url: 'URL',
  on: 'Aan',
  sendTo: (name) => `Verzenden naar ${name}`,
  state: 'Status',
  states: {
    delivering: 'Actief',
    failing: 'Storing',
    failed: (n) => `${n} mislukt`,
    off: 'Uit',
    turnedOff: 'Uitgeschakeld',
  },
  offNote: 'Uit. Gebeurtenissen worden overgeslagen tot je hem inschakelt.',
  turnedOffNote: (since) =>
    `Waypost heeft hem uitgeschakeld: geen levering sinds ${since}. Schakel hem in zodra je server weer antwoordt.`,
  atLeast: (n) => `${n}+`,
  deliveriesOf: (n) => (n === '1' ? '1 levering' : `${n} leveringen`),
  lastDelivery: 'Laatste levering',
  waiting: 'In afwachting',
  givenUp: 'Mislukt',
  created: 'Gemaakt',
  events: 'Gebeurtenissen',
  allEvents: 'Alle gebeurtenissen',
  moreEvents: (n) => `+${n}`,
  noEvent: 'Kies ten minste één gebeurtenis.',
  groupOfPlugins: 'Plugins',
  editTitle: 'Webhook bewerken',
  saved: (name) => `${name} opgeslagen`,
  test: 'Test verzenden',
  tested: 'Testgebeurtenis verzonden',
  open: 'Leveringen',
  turnOn: 'Inschakelen',
  turnOff: 'Uitschakelen',
  isOn: (name) => `${name} ingeschakeld`,
  isOff: (name) => `${name} uitgeschakeld`,
  deleteTitle: (name) => `${name} verwijderen?`,
  deleteNote: (undelivered) => `${lostWords(undelivered)} Dit kan niet ongedaan worden gemaakt.`,
  deleted: (name) => `${name} verwijderd`,
  createdTitle: 'Webhook gemaakt',
  deliveries: 'Leveringen',
  filter: 'Leveringen tonen',
  event: 'Gebeurtenis',
  anyEvent: 'Elke gebeurtenis',
  statuses: { all: 'Alle', delivered: 'Geleverd', pending: 'In afwachting', dead: 'Mislukt' },
  noDeliveries: 'Nog geen leveringen',
  noneSuch: 'Geen leveringen met deze status',
  showAll: 'Alle leveringen tonen',
  shown: (n) => plural(n, { one: '# levering', other: '# leveringen' }),
  answered: (status, ms) => `${status} in ${ms} ms`,
  tries: (n) => (n === 0 ? 'nog geen poging' : plural(n, { one: '# poging', other: '# pogingen' })),
  nextTry: (when) => `Volgende poging: ${when}.`,
  payload: 'Payload',
  copyPayload: (id) => `Payload ${id} kopiëren`,
  answer: (status) => `Antwoord ${status}`,
  copyAnswer: (id) => `Antwoord op ${id} kopiëren`,
  answerEmpty: '(leeg)',
  sentAs: 'Verzonden als',
  retry: 'Opnieuw proberen',
  retried: 'De levering wordt opnieuw geprobeerd',
  retryAll: 'Alle mislukte opnieuw proberen',
  retriedAll: (n, left) => {
    const retried = plural(n, {
      one: '# levering wordt opnieuw geprobeerd',
      other: '# leveringen worden opnieuw geprobeerd',
    });
    return left > 0 ? `${retried}; er zijn er nog meer` : retried;
  },
  verify: 'Payloads op je server controleren',
  verifyNote:
    'Payloads zijn ondertekend volgens Standard Webhooks. Bereken de handtekening over de ongewijzigde body en weiger payloads die ouder zijn dan vijf minuten.',
  language: 'Taal',
  copyCode: (language) => `${language}-code kopiëren`,
};
