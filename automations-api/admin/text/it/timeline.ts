/** Italian strings for timelines and notes. */
import type { Text } from '../text.ts';

/** The headings of events. */
const events: Text['timeline']['events'] = {
  'contact.created': 'Aggiunta',
  'contact.updated': 'Modifica',
  'contact.status_changed': 'Stato cambiato',
  'contact.email_changed': 'Email cambiata',
  'contact.merged': 'Unito a un altro contatto',
  'tag.added': 'Tag aggiunto',
  'tag.removed': 'Tag rimosso',
  'list.added': 'Aggiunto a una lista',
  'list.removed': 'Rimosso da una lista',
  'note.added': 'Nota',
  'note.updated': 'Nota modificata',
  'note.deleted': 'Nota eliminata',
  'email.sent': 'Email inviata',
  'link.clicked': 'Clic su un link',
  custom: 'Evento',
  'webhook.delivered': 'Webhook consegnato',
  'webhook.failed': 'Webhook non riuscito',
  'form.submitted': 'Modulo inviato',
};

export const timeline: Text['timeline'] = {
  title: 'Cronologia',
  none: 'Non è ancora successo nulla',
  more: 'Mostra altro',
  note: 'Nota',
  addNote: 'Aggiungi nota',
  noteText: 'Testo della nota',
  editNote: 'Modifica nota',
  deleteNote: 'Elimina nota',
  deleteNoteTitle: 'Eliminare questa nota?',
  deleteNoteNote: 'Il suo testo viene eliminato definitivamente. La cronologia ne conserva una voce.',
  noteDeleted: 'Nota eliminata',
  noteGone: 'Questa nota è stata eliminata.',
  show: 'Mostra',
  views: {
    all: 'Tutto',
    notes: 'Note',
    changes: 'Modifiche',
    terms: 'Tag e liste',
    clicks: 'Clic',
    events: 'Eventi',
  },
  by: ({ type, name }) =>
    ({
      user: name,
      api_key: name ? `chiave API ${name}` : 'una chiave API',
      rule: `regola ${name}`,
      hook: `webhook in entrata ${name}`,
      plugin: `plugin ${name}`,
      job: 'un’operazione',
      import: 'un’importazione',
      contact: 'il contatto',
      command_line: 'la riga di comando',
      system: 'Waypost',
    })[type] ?? type,
  /** `name` is undefined if the heading already contains it. */
  changed: (name, from, to) => `${name ? `${name}: ` : ''}${from === '—' ? to : `${from} → ${to}`}`,
  events,
};
