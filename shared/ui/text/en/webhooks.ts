/** English strings for webhooks. Each application adds the texts of its own events. */
import { counted } from '../../../plural.ts';

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
/** The first part of an event's name, such as `link`. */
export type GroupOf<Event> = Event extends `${infer Group}.${string}` ? Group : never;

export type WebhookWords = ReturnType<typeof webhookWords>;

export const webhookWords = (own: Own) => ({ ...own, ...common });

const common = {
  title: 'Webhooks',
  newWebhook: 'New webhook',
  none: 'No webhooks yet',
  url: 'URL',
  on: 'On',
  sendTo: (name: string) => `Send to ${name}`,
  state: 'State',
  states: {
    delivering: 'Delivering',
    failing: 'Failing',
    failed: (n: string) => `${n} failed`,
    off: 'Off',
    turnedOff: 'Turned off',
  },
  offNote: 'Off. Events are skipped until you turn it on.',
  turnedOffNote: (since: string) =>
    `Waypost turned it off: no delivery since ${since}. Turn it on once your server answers again.`,
  atLeast: (n: string) => `${n}+`,
  deliveriesOf: (n: string) => (n === '1' ? '1 delivery' : `${n} deliveries`),
  lastDelivery: 'Last delivery',
  waiting: 'Pending',
  givenUp: 'Failed',
  created: 'Created',
  events: 'Events',
  allEvents: 'All events',
  moreEvents: (n: number) => `+${n}`,
  noEvent: 'Choose at least one event.',
  groupOfPlugins: 'Plugins',
  editTitle: 'Edit webhook',
  saved: (name: string) => `Saved ${name}`,
  test: 'Send a test',
  tested: 'Sent a test event',
  open: 'Deliveries',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  isOn: (name: string) => `Turned on ${name}`,
  isOff: (name: string) => `Turned off ${name}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteNote: (undelivered: string) =>
    `${undelivered === '0' ? 'Its deliveries are deleted.' : `${undelivered} undelivered ${undelivered === '1' ? 'event is' : 'events are'} lost and its deliveries are deleted.`} This cannot be undone.`,
  deleted: (name: string) => `Deleted ${name}`,
  createdTitle: 'Created the webhook',
  deliveries: 'Deliveries',
  filter: 'Show deliveries',
  event: 'Event',
  anyEvent: 'Any event',
  statuses: { all: 'All', delivered: 'Delivered', pending: 'Pending', dead: 'Failed' },
  noDeliveries: 'No deliveries yet',
  noneSuch: 'No deliveries with this status',
  showAll: 'Show all deliveries',
  shown: (n: number) => counted(n, 'delivery', 'deliveries'),
  answered: (status: number, ms: string) => `${status} in ${ms} ms`,
  tries: (n: number) => (n === 0 ? 'no attempt yet' : counted(n, 'attempt')),
  nextTry: (when: string) => `Next retry ${when}.`,
  payload: 'Payload',
  copyPayload: (id: string) => `Copy the payload ${id}`,
  answer: (status: number) => `Response ${status}`,
  copyAnswer: (id: string) => `Copy the response to ${id}`,
  answerEmpty: '(empty)',
  sentAs: 'Sent as',
  retry: 'Retry',
  retried: 'Retrying the delivery',
  retryAll: 'Retry all failed',
  retriedAll: (n: number, left: number) =>
    `Retrying ${counted(n, 'delivery', 'deliveries')}${left > 0 ? '; more remain' : ''}`,
  verify: 'Verify payloads on your server',
  verifyNote:
    'Payloads are signed as in Standard Webhooks. Compute the signature over the raw body and reject payloads older than five minutes.',
  language: 'Language',
  copyCode: (language: string) => `Copy ${language} code`,
};
