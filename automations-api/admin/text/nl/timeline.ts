/** Dutch strings for timelines and notes. */
import type { Text } from '../text.ts';

/** The headings of events. */
const events: Text['timeline']['events'] = {
  'contact.created': 'Toegevoegd',
  'contact.updated': 'Gewijzigd',
  'contact.status_changed': 'Status gewijzigd',
  'contact.email_changed': 'E-mailadres gewijzigd',
  'contact.merged': 'Samengevoegd met een ander contact',
  'tag.added': 'Tag toegevoegd',
  'tag.removed': 'Tag verwijderd',
  'list.added': 'Aan een lijst toegevoegd',
  'list.removed': 'Van een lijst verwijderd',
  'note.added': 'Notitie',
  'note.updated': 'Notitie gewijzigd',
  'note.deleted': 'Notitie verwijderd',
  'email.sent': 'E-mail verzonden',
  'link.clicked': 'Link aangeklikt',
  custom: 'Gebeurtenis',
  'webhook.delivered': 'Webhook geleverd',
  'webhook.failed': 'Webhook mislukt',
  'form.submitted': 'Formulier verzonden',
};

export const timeline: Text['timeline'] = {
  title: 'Tijdlijn',
  none: 'Er is nog niets gebeurd',
  more: 'Meer tonen',
  note: 'Notitie',
  addNote: 'Notitie toevoegen',
  noteText: 'Tekst van de notitie',
  editNote: 'Notitie bewerken',
  deleteNote: 'Notitie verwijderen',
  deleteNoteTitle: 'Deze notitie verwijderen?',
  deleteNoteNote: 'De tekst wordt definitief verwijderd. In de tijdlijn blijft een vermelding.',
  noteDeleted: 'Notitie verwijderd',
  noteGone: 'Deze notitie is verwijderd.',
  show: 'Tonen',
  views: {
    all: 'Alle',
    notes: 'Notities',
    changes: 'Wijzigingen',
    terms: 'Tags en lijsten',
    clicks: 'Klikken',
    events: 'Gebeurtenissen',
  },
  by: ({ type, name }) =>
    ({
      user: name,
      api_key: name ? `API-sleutel ${name}` : 'een API-sleutel',
      rule: `regel ${name}`,
      hook: `inkomende webhook ${name}`,
      plugin: `plugin ${name}`,
      job: 'een taak',
      import: 'een import',
      contact: 'het contact',
      command_line: 'de opdrachtregel',
      system: 'Waypost',
    })[type] ?? type,
  /** `name` is undefined if the heading already contains it. */
  changed: (name, from, to) => `${name ? `${name}: ` : ''}${from === '—' ? to : `${from} → ${to}`}`,
  events,
};
