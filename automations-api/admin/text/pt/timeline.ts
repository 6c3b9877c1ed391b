/** Brazilian Portuguese strings for timelines and notes. */
import type { Text } from '../text.ts';

/** The headings of events. */
const events: Text['timeline']['events'] = {
  'contact.created': 'Adicionado',
  'contact.updated': 'Alterado',
  'contact.status_changed': 'Status alterado',
  'contact.email_changed': 'E-mail alterado',
  'contact.merged': 'Mesclado com outro contato',
  'tag.added': 'Tag adicionada',
  'tag.removed': 'Tag removida',
  'list.added': 'Adicionado a uma lista',
  'list.removed': 'Removido de uma lista',
  'note.added': 'Nota',
  'note.updated': 'Nota alterada',
  'note.deleted': 'Nota excluída',
  'email.sent': 'E-mail enviado',
  'link.clicked': 'Link clicado',
  custom: 'Evento',
  'webhook.delivered': 'Webhook entregue',
  'webhook.failed': 'Webhook falhou',
  'form.submitted': 'Formulário enviado',
};

export const timeline: Text['timeline'] = {
  title: 'Linha do tempo',
  none: 'Nada aconteceu ainda',
  more: 'Mostrar mais',
  note: 'Nota',
  addNote: 'Adicionar nota',
  noteText: 'Texto da nota',
  editNote: 'Editar nota',
  deleteNote: 'Excluir nota',
  deleteNoteTitle: 'Excluir esta nota?',
  deleteNoteNote: 'O texto dela é excluído para sempre. A linha do tempo mantém uma entrada.',
  noteDeleted: 'Nota excluída',
  noteGone: 'Esta nota foi excluída.',
  show: 'Mostrar',
  views: {
    all: 'Tudo',
    notes: 'Notas',
    changes: 'Alterações',
    terms: 'Tags e listas',
    clicks: 'Cliques',
    events: 'Eventos',
  },
  by: ({ type, name }) =>
    ({
      user: name,
      api_key: name ? `chave de API ${name}` : 'uma chave de API',
      rule: `regra ${name}`,
      hook: `webhook de entrada ${name}`,
      plugin: `plugin ${name}`,
      job: 'uma tarefa',
      import: 'uma importação',
      contact: 'o contato',
      command_line: 'a linha de comando',
      system: 'Waypost',
    })[type] ?? type,
  /** `name` is undefined if the heading already contains it. */
  changed: (name, from, to) => `${name ? `${name}: ` : ''}${from === '—' ? to : `${from} → ${to}`}`,
  events,
};
