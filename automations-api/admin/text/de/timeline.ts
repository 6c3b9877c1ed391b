/** German strings for timelines and notes. */
import type { Text } from '../text.ts';

/** The headings of events. */
const events: Text['timeline']['events'] = {
  'contact.created': 'Hinzugefügt',
  'contact.updated': 'Geändert',
  'contact.status_changed': 'Status geändert',
  'contact.email_changed': 'E-Mail geändert',
  'contact.merged': 'Mit anderem Kontakt zusammengeführt',
  'tag.added': 'Schlagwort hinzugefügt',
  'tag.removed': 'Schlagwort entfernt',
  'list.added': 'Zu einer Liste hinzugefügt',
  'list.removed': 'Von einer Liste entfernt',
  'note.added': 'Notiz',
  'note.updated': 'Notiz geändert',
  'note.deleted': 'Notiz gelöscht',
  'email.sent': 'E-Mail gesendet',
  'link.clicked': 'Link angeklickt',
  custom: 'Ereignis',
  'webhook.delivered': 'Webhook zugestellt',
  'webhook.failed': 'Webhook fehlgeschlagen',
  'form.submitted': 'Formular abgesendet',
};

export const timeline: Text['timeline'] = {
  title: 'Verlauf',
  none: 'Noch ist nichts passiert',
  more: 'Mehr anzeigen',
  note: 'Notiz',
  addNote: 'Notiz hinzufügen',
  noteText: 'Text der Notiz',
  editNote: 'Notiz bearbeiten',
  deleteNote: 'Notiz löschen',
  deleteNoteTitle: 'Diese Notiz löschen?',
  deleteNoteNote: 'Der Text wird endgültig gelöscht. Im Verlauf bleibt ein Eintrag.',
  noteDeleted: 'Notiz gelöscht',
  noteGone: 'Diese Notiz wurde gelöscht.',
  show: 'Anzeigen',
  views: {
    all: 'Alle',
    notes: 'Notizen',
    changes: 'Änderungen',
    terms: 'Schlagwörter und Listen',
    clicks: 'Klicks',
    events: 'Ereignisse',
  },
  by: ({ type, name }) =>
    ({
      user: name,
      api_key: name ? `API-Schlüssel ${name}` : 'ein API-Schlüssel',
      rule: `Regel ${name}`,
      hook: `eingehender Webhook ${name}`,
      plugin: `Plugin ${name}`,
      job: 'ein Job',
      import: 'ein Import',
      contact: 'der Kontakt',
      command_line: 'die Kommandozeile',
      system: 'Waypost',
    })[type] ?? type,
  /** `name` is undefined if the heading already contains it. */
  changed: (name, from, to) => `${name ? `${name}: ` : ''}${from === '—' ? to : `${from} → ${to}`}`,
  events,
};
