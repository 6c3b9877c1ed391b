/** Polish strings for timelines and notes. */
import type { Text } from '../text.ts';

/** The headings of events. */
const events: Text['timeline']['events'] = {
  'contact.created': 'Dodano',
  'contact.updated': 'Zmieniono',
  'contact.status_changed': 'Zmieniono status',
  'contact.email_changed': 'Zmieniono e-mail',
  'contact.merged': 'Scalono z innym kontaktem',
  'tag.added': 'Dodano tag',
  'tag.removed': 'Usunięto tag',
  'list.added': 'Dodano do listy',
  'list.removed': 'Usunięto z listy',
  'note.added': 'Notatka',
  'note.updated': 'Zmieniono notatkę',
  'note.deleted': 'Usunięto notatkę',
  'email.sent': 'Wysłano e-mail',
  'link.clicked': 'Kliknięto link',
  custom: 'Zdarzenie',
  'webhook.delivered': 'Doręczono webhook',
  'webhook.failed': 'Webhook nieudany',
  'form.submitted': 'Wysłano formularz',
};

export const timeline: Text['timeline'] = {
  title: 'Oś czasu',
  none: 'Nic się jeszcze nie wydarzyło',
  more: 'Pokaż więcej',
  note: 'Notatka',
  addNote: 'Dodaj notatkę',
  noteText: 'Treść notatki',
  editNote: 'Edytuj notatkę',
  deleteNote: 'Usuń notatkę',
  deleteNoteTitle: 'Usunąć tę notatkę?',
  deleteNoteNote: 'Jej treść zostanie trwale usunięta. Na osi czasu pozostanie wpis.',
  noteDeleted: 'Usunięto notatkę',
  noteGone: 'Ta notatka została usunięta.',
  show: 'Pokaż',
  views: {
    all: 'Wszystko',
    notes: 'Notatki',
    changes: 'Zmiany',
    terms: 'Tagi i listy',
    clicks: 'Kliknięcia',
    events: 'Zdarzenia',
  },
  by: ({ type, name }) =>
    ({
      user: name,
      api_key: name ? `klucz API ${name}` : 'klucz API',
      rule: `reguła ${name}`,
      hook: `webhook przychodzący ${name}`,
      plugin: `wtyczka ${name}`,
      job: 'zadanie',
      import: 'import',
      contact: 'kontakt',
      command_line: 'wiersz poleceń',
      system: 'Waypost',
    })[type] ?? type,
  changed: (name, from, to) => `${name ? `${name}: ` : ''}${from === '—' ? to : `${from} → ${to}`}`,
  events,
};
