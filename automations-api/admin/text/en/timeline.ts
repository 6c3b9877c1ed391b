/** English strings for timelines and notes. */
import type { TimelineEvent } from '../../../plugins/automations/timeline/core/entry.ts';

/** The headings of events. */
const events: Record<string, string> = {
  'contact.created': 'Added',
  'contact.updated': 'Changed',
  'contact.status_changed': 'Status changed',
  'contact.email_changed': 'Email changed',
  'contact.merged': 'Merged with another contact',
  'tag.added': 'Tag added',
  'tag.removed': 'Tag removed',
  'list.added': 'Added to a list',
  'list.removed': 'Removed from a list',
  'note.added': 'Note',
  'note.updated': 'Note changed',
  'note.deleted': 'Note deleted',
  'email.sent': 'Email sent',
  'link.clicked': 'Link clicked',
  custom: 'Event',
  'webhook.delivered': 'Webhook delivered',
  'webhook.failed': 'Webhook failed',
  'form.submitted': 'Form submitted',
} satisfies { [event in TimelineEvent | 'form.submitted']: string };

export const timeline = {
  title: 'Timeline',
  none: 'Nothing has happened yet',
  more: 'Show more',
  note: 'Note',
  addNote: 'Add note',
  noteText: 'Note text',
  editNote: 'Edit note',
  deleteNote: 'Delete note',
  deleteNoteTitle: 'Delete this note?',
  deleteNoteNote: 'Its text is deleted for good. The timeline keeps an entry.',
  noteDeleted: 'Deleted the note',
  noteGone: 'This note was deleted.',
  show: 'Show',
  views: {
    all: 'All',
    notes: 'Notes',
    changes: 'Changes',
    terms: 'Tags and lists',
    clicks: 'Clicks',
    events: 'Events',
  },
  by: ({ type, name }: { type: string; name: string }) =>
    ({
      user: name,
      api_key: name ? `API key ${name}` : 'an API key',
      rule: `rule ${name}`,
      hook: `incoming webhook ${name}`,
      plugin: `plugin ${name}`,
      job: 'a job',
      import: 'an import',
      contact: 'the contact',
      command_line: 'the command line',
      system: 'Waypost',
    })[type] ?? type,
  /** `name` is undefined if the heading already contains it. */
  changed: (name: string | undefined, from: string, to: string) =>
    `${name ? `${name}: ` : ''}${from === '—' ? to : `${from} → ${to}`}`,
  events,
};
