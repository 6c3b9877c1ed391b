/** Italian strings for webhooks. Each application adds the texts of its own events. */
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

const lost = (undelivered: string) => {
  if (undelivered === '0') return 'Le sue consegne vengono eliminate.';
  if (undelivered === '1') return '1 evento non consegnato va perso e le sue consegne vengono eliminate.';
  return `${undelivered} eventi non consegnati vanno persi e le sue consegne vengono eliminate.`;
};

const common = {
  title: 'Webhook',
  newWebhook: 'Nuovo webhook',
  none: 'Ancora nessun webhook',
  url: 'URL',
  on: 'Attivo',
  sendTo: (name: string) => `Invia a ${name}`,
  state: 'Stato',
  states: {
    delivering: 'Operativo',
    failing: 'In errore',
    failed: (n: string) => `Non riuscite: ${n}`,
    off: 'Disattivato',
    turnedOff: 'Disattivato',
  },
  offNote: 'Disattivato. Gli eventi vengono ignorati finché non lo attivi.',
  turnedOffNote: (since: string) =>
    `Waypost lo ha disattivato: nessuna consegna dal giorno ${since}. Attivalo quando il tuo server risponde di nuovo.`,
  atLeast: (n: string) => `${n}+`,
  deliveriesOf: (n: string) => (n === '1' ? '1 consegna' : `${n} consegne`),
  lastDelivery: 'Ultima consegna',
  waiting: 'In attesa',
  givenUp: 'Non riuscite',
  created: 'Creazione',
  events: 'Eventi',
  allEvents: 'Tutti gli eventi',
  moreEvents: (n: number) => `+${n}`,
  noEvent: 'Scegli almeno un evento.',
  groupOfPlugins: 'Plugin',
  editTitle: 'Modifica webhook',
  saved: (name: string) => `${name} salvato`,
  test: 'Invia un test',
  tested: 'Evento di test inviato',
  open: 'Consegne',
  turnOn: 'Attiva',
  turnOff: 'Disattiva',
  isOn: (name: string) => `${name} attivato`,
  isOff: (name: string) => `${name} disattivato`,
  deleteTitle: (name: string) => `Eliminare ${name}?`,
  deleteNote: (undelivered: string) => `${lost(undelivered)} L’operazione è irreversibile.`,
  deleted: (name: string) => `${name} eliminato`,
  createdTitle: 'Webhook creato',
  deliveries: 'Consegne',
  filter: 'Mostra le consegne',
  event: 'Evento',
  anyEvent: 'Qualsiasi evento',
  statuses: { all: 'Tutte', delivered: 'Consegnate', pending: 'In attesa', dead: 'Non riuscite' },
  noDeliveries: 'Ancora nessuna consegna',
  noneSuch: 'Nessuna consegna con questo stato',
  showAll: 'Mostra tutte le consegne',
  shown: (n: number) => plural(n, { one: '# consegna', other: '# consegne' }),
  answered: (status: number, ms: string) => `${status} in ${ms}\u00a0ms`,
  tries: (n: number) => (n === 0 ? 'ancora nessun tentativo' : plural(n, { one: '# tentativo', other: '# tentativi' })),
  nextTry: (when: string) => `Prossimo tentativo: ${when}.`,
  payload: 'Payload',
  copyPayload: (id: string) => `Copia il payload ${id}`,
  answer: (status: number) => `Risposta ${status}`,
  copyAnswer: (id: string) => `Copia la risposta a ${id}`,
  answerEmpty: '(vuota)',
  sentAs: 'Inviata come',
  retry: 'Riprova',
  retried: 'Nuovo tentativo di consegna',
  retryAll: 'Riprova non riuscite',
  retriedAll: (n: number, left: number) =>
    left > 0
      ? plural(n, {
          one: 'Nuovo tentativo per # consegna; ne restano altre',
          other: 'Nuovo tentativo per # consegne; ne restano altre',
        })
      : plural(n, { one: 'Nuovo tentativo per # consegna', other: 'Nuovo tentativo per # consegne' }),
  verify: 'Verifica i payload sul tuo server',
  verifyNote:
    'I payload sono firmati secondo Standard Webhooks. Calcola la firma sul corpo grezzo e rifiuta i payload più vecchi di cinque minuti.',
  language: 'Linguaggio',
  copyCode: (language: string) => `Copia il codice ${language}`,
};
