/** Spanish strings for timelines and notes. */
import type { Text } from '../text.ts';

/** The headings of events. */
const events: Text['timeline']['events'] = {
  'contact.created': 'Añadido',
  'contact.updated': 'Cambiado',
  'contact.status_changed': 'Estado cambiado',
  'contact.email_changed': 'Correo cambiado',
  'contact.merged': 'Fusionado con otro contacto',
  'tag.added': 'Etiqueta añadida',
  'tag.removed': 'Etiqueta quitada',
  'list.added': 'Añadido a una lista',
  'list.removed': 'Quitado de una lista',
  'note.added': 'Nota',
  'note.updated': 'Nota cambiada',
  'note.deleted': 'Nota eliminada',
  'email.sent': 'Correo enviado',
  'link.clicked': 'Clic en un enlace',
  custom: 'Evento',
  'webhook.delivered': 'Webhook entregado',
  'webhook.failed': 'Webhook fallido',
  'form.submitted': 'Formulario enviado',
};

export const timeline: Text['timeline'] = {
  title: 'Cronología',
  none: 'Aún no ha ocurrido nada',
  more: 'Mostrar más',
  note: 'Nota',
  addNote: 'Añadir nota',
  noteText: 'Texto de la nota',
  editNote: 'Editar nota',
  deleteNote: 'Eliminar nota',
  deleteNoteTitle: '¿Eliminar esta nota?',
  deleteNoteNote: 'Su texto se elimina para siempre. La cronología conserva una entrada.',
  noteDeleted: 'Se ha eliminado la nota',
  noteGone: 'Esta nota se eliminó.',
  show: 'Mostrar',
  views: {
    all: 'Todo',
    notes: 'Notas',
    changes: 'Cambios',
    terms: 'Etiquetas y listas',
    clicks: 'Clics',
    events: 'Eventos',
  },
  by: ({ type, name }) =>
    ({
      user: name,
      api_key: name ? `clave de API ${name}` : 'una clave de API',
      rule: `regla ${name}`,
      hook: `webhook entrante ${name}`,
      plugin: `plugin ${name}`,
      job: 'una tarea',
      import: 'una importación',
      contact: 'el contacto',
      command_line: 'la línea de comandos',
      system: 'Waypost',
    })[type] ?? type,
  /** `name` is undefined if the heading already contains it. */
  changed: (name, from, to) => `${name ? `${name}: ` : ''}${from === '—' ? to : `${from} → ${to}`}`,
  events,
};
