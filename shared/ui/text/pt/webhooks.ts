/** Brazilian Portuguese strings for webhooks. Each application adds the texts of its own events. */

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
  newWebhook: 'Novo webhook',
  none: 'Nenhum webhook ainda',
  url: 'URL',
  on: 'Ativado',
  sendTo: (name) => `Enviar para ${name}`,
  state: 'Status',
  states: {
    delivering: 'Entregando',
    failing: 'Com falhas',
    failed: (n) => (n === '1' ? '1 falha' : `${n} falhas`),
    off: 'Desativado',
    turnedOff: 'Desativado pelo Waypost',
  },
  offNote: 'Desativado. Os eventos são ignorados até você ativá-lo.',
  turnedOffNote: (since) =>
    `O Waypost o desativou: nenhuma entrega desde ${since}. Ative-o quando seu servidor voltar a responder.`,
  atLeast: (n) => `${n}+`,
  deliveriesOf: (n) => (n === '1' ? '1 entrega' : `${n} entregas`),
  lastDelivery: 'Última entrega',
  waiting: 'Pendentes',
  givenUp: 'Com falha',
  created: 'Criado',
  events: 'Eventos',
  allEvents: 'Todos os eventos',
  moreEvents: (n) => `+${n}`,
  noEvent: 'Escolha pelo menos um evento.',
  groupOfPlugins: 'Plugins',
  editTitle: 'Editar webhook',
  saved: (name) => `Webhook ${name} salvo`,
  test: 'Enviar teste',
  tested: 'Evento de teste enviado',
  open: 'Entregas',
  turnOn: 'Ativar',
  turnOff: 'Desativar',
  isOn: (name) => `Webhook ${name} ativado`,
  isOff: (name) => `Webhook ${name} desativado`,
  deleteTitle: (name) => `Excluir ${name}?`,
  deleteNote: (undelivered) => {
    if (undelivered === '0') return 'As entregas são excluídas. Esta ação não pode ser desfeita.';
    if (undelivered === '1')
      return '1 evento não entregue se perde e as entregas são excluídas. Esta ação não pode ser desfeita.';
    return `${undelivered} eventos não entregues se perdem e as entregas são excluídas. Esta ação não pode ser desfeita.`;
  },
  deleted: (name) => `Webhook ${name} excluído`,
  createdTitle: 'Webhook criado',
  deliveries: 'Entregas',
  filter: 'Mostrar entregas',
  event: 'Evento',
  anyEvent: 'Qualquer evento',
  statuses: { all: 'Todas', delivered: 'Entregue', pending: 'Pendente', dead: 'Falhou' },
  noDeliveries: 'Nenhuma entrega ainda',
  noneSuch: 'Nenhuma entrega com este status',
  showAll: 'Mostrar todas as entregas',
  shown: deliveries,
  answered: (status, ms) => `${status} em ${ms}\u00a0ms`,
  tries: (n) =>
    n === 0
      ? 'nenhuma tentativa ainda'
      : plural(n, { one: '# tentativa', many: '# de tentativas', other: '# tentativas' }),
  nextTry: (when) => `Próxima tentativa: ${when}.`,
  payload: 'Payload',
  copyPayload: (id) => `Copiar o payload ${id}`,
  answer: (status) => `Resposta ${status}`,
  copyAnswer: (id) => `Copiar a resposta a ${id}`,
  answerEmpty: '(vazia)',
  sentAs: 'Enviado como',
  retry: 'Tentar novamente',
  retried: 'Repetindo a entrega',
  retryAll: 'Repetir as que falharam',
  retriedAll: (n, left) => `Repetindo ${deliveries(n)}${left > 0 ? '; ainda restam outras' : ''}`,
  verify: 'Verificar payloads no seu servidor',
  verifyNote:
    'Os payloads são assinados conforme o Standard Webhooks. Calcule a assinatura sobre o corpo bruto e rejeite payloads com mais de cinco minutos.',
  language: 'Linguagem',
  copyCode: (language) => `Copiar código em ${language}`,
};
