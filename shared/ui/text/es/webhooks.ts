/** Spanish strings for webhooks. Each application adds the texts of its own events. */

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

const deliveries = (n: number) => plural(n, { one: '# entrega', many: '# de entregas', other: '# entregas' });

const common: Omit<AnyText<WebhookWords>, keyof Own> = {
  title: 'Webhooks',
  newWebhook: 'Nuevo webhook',
  none: 'Aún no hay webhooks',
  url: 'URL',
  on: 'Activado',
  sendTo: (name) => `Enviar a ${name}`,
  state: 'Estado',
  states: {
    delivering: 'Entregando',
    failing: 'Con fallos',
    failed: (n) => (n === '1' ? '1 fallida' : `${n} fallidas`),
    off: 'Desactivado',
    turnedOff: 'Desactivado por Waypost',
  },
  offNote: 'Desactivado. Los eventos se omiten hasta que lo active.',
  turnedOffNote: (since) =>
    `Waypost lo ha desactivado: sin entregas desde el ${since}. Actívelo cuando su servidor vuelva a responder.`,
  atLeast: (n) => `${n}+`,
  deliveriesOf: (n) => (n === '1' ? '1 entrega' : `${n} entregas`),
  lastDelivery: 'Última entrega',
  waiting: 'Pendientes',
  givenUp: 'Fallidas',
  created: 'Creado',
  events: 'Eventos',
  allEvents: 'Todos los eventos',
  moreEvents: (n) => `+${n}`,
  noEvent: 'Elija al menos un evento.',
  groupOfPlugins: 'Plugins',
  editTitle: 'Editar webhook',
  saved: (name) => `Se ha guardado ${name}`,
  test: 'Enviar prueba',
  tested: 'Se ha enviado un evento de prueba',
  open: 'Entregas',
  turnOn: 'Activar',
  turnOff: 'Desactivar',
  isOn: (name) => `Se ha activado ${name}`,
  isOff: (name) => `Se ha desactivado ${name}`,
  deleteTitle: (name) => `¿Eliminar ${name}?`,
  deleteNote: (undelivered) => {
    if (undelivered === '0') return 'Se eliminan sus entregas. Esta acción no se puede deshacer.';
    if (undelivered === '1')
      return 'Se pierde 1 evento sin entregar y se eliminan las entregas. Esta acción no se puede deshacer.';
    return `Se pierden ${undelivered} eventos sin entregar y se eliminan las entregas. Esta acción no se puede deshacer.`;
  },
  deleted: (name) => `Se ha eliminado ${name}`,
  createdTitle: 'Se ha creado el webhook',
  deliveries: 'Entregas',
  filter: 'Mostrar entregas',
  event: 'Evento',
  anyEvent: 'Cualquier evento',
  statuses: { all: 'Todas', delivered: 'Entregada', pending: 'Pendiente', dead: 'Fallida' },
  noDeliveries: 'Aún no hay entregas',
  noneSuch: 'No hay entregas con este estado',
  showAll: 'Mostrar todas las entregas',
  shown: deliveries,
  answered: (status, ms) => `${status} en ${ms}\u00a0ms`,
  tries: (n) =>
    n === 0 ? 'aún sin intentos' : plural(n, { one: '# intento', many: '# de intentos', other: '# intentos' }),
  nextTry: (when) => `Próximo reintento: ${when}.`,
  payload: 'Payload',
  copyPayload: (id) => `Copiar el payload ${id}`,
  answer: (status) => `Respuesta ${status}`,
  copyAnswer: (id) => `Copiar la respuesta a ${id}`,
  answerEmpty: '(vacía)',
  sentAs: 'Enviado como',
  retry: 'Reintentar',
  retried: 'Reintentando la entrega',
  retryAll: 'Reintentar fallidas',
  retriedAll: (n, left) => `Reintentando ${deliveries(n)}${left > 0 ? '; quedan más' : ''}`,
  verify: 'Verificar los payloads en su servidor',
  verifyNote:
    'Los payloads se firman según Standard Webhooks. Calcule la firma sobre el cuerpo sin procesar y rechace los payloads de hace más de cinco minutos.',
  language: 'Lenguaje',
  copyCode: (language) => `Copiar código de ${language}`,
};
