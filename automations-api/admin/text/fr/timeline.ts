/** French strings for timelines and notes. */
import type { Text } from '../text.ts';

/** The headings of events. */
const events: Text['timeline']['events'] = {
  'contact.created': 'Ajout',
  'contact.updated': 'Modification',
  'contact.status_changed': 'Statut changé',
  'contact.email_changed': 'Adresse e-mail changée',
  'contact.merged': 'Fusionné avec un autre contact',
  'tag.added': 'Tag ajouté',
  'tag.removed': 'Tag retiré',
  'list.added': 'Ajouté à une liste',
  'list.removed': 'Retiré d’une liste',
  'note.added': 'Note',
  'note.updated': 'Note modifiée',
  'note.deleted': 'Note supprimée',
  'email.sent': 'E-mail envoyé',
  'link.clicked': 'Clic sur un lien',
  custom: 'Événement',
  'webhook.delivered': 'Webhook livré',
  'webhook.failed': 'Échec du webhook',
  'form.submitted': 'Formulaire envoyé',
};

export const timeline: Text['timeline'] = {
  title: 'Chronologie',
  none: 'Rien ne s’est encore passé',
  more: 'Afficher plus',
  note: 'Note',
  addNote: 'Ajouter une note',
  noteText: 'Texte de la note',
  editNote: 'Modifier la note',
  deleteNote: 'Supprimer la note',
  deleteNoteTitle: 'Supprimer cette note\u00a0?',
  deleteNoteNote: 'Son texte est définitivement supprimé. La chronologie en garde une entrée.',
  noteDeleted: 'Note supprimée',
  noteGone: 'Cette note a été supprimée.',
  show: 'Afficher',
  views: {
    all: 'Tout',
    notes: 'Notes',
    changes: 'Modifications',
    terms: 'Tags et listes',
    clicks: 'Clics',
    events: 'Événements',
  },
  by: ({ type, name }) =>
    ({
      user: name,
      api_key: name ? `clé API ${name}` : 'une clé API',
      rule: `règle ${name}`,
      hook: `webhook entrant ${name}`,
      plugin: `extension ${name}`,
      job: 'une tâche',
      import: 'un import',
      contact: 'le contact',
      command_line: 'la ligne de commande',
      system: 'Waypost',
    })[type] ?? type,
  /** `name` is undefined if the heading already contains it. */
  changed: (name, from, to) => `${name ? `${name}\u00a0: ` : ''}${from === '—' ? to : `${from} → ${to}`}`,
  events,
};
