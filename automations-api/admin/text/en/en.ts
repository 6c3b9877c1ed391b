/**
 * English strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { counted } from '../../../../shared/plural.ts';
import { ui } from '../../../../shared/ui/text/en/ui.ts';
import { contact } from './contact.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { jobs } from './jobs.ts';
import { timeline } from './timeline.ts';

export const en = {
  name: 'Waypost',
  /** The page's texts for search engines and browsers without scripts. */
  page: {
    description: 'Contacts, their tags and lists, rules and webhooks.',
    noScript: 'This page needs JavaScript.',
  },
  ui: { ...ui, period: { ...ui.period, presets: { ...ui.period.presets, all: 'All time' } } },
  counts: { contacts: (n: number) => counted(n, 'contact') },
  health: {
    title: 'Health',
    about: 'Databases, mail server, and pending emails, webhooks and jobs.',
  },
  roles: { administrator: 'Administrator', editor: 'Editor', viewer: 'Viewer' },
  actions: ui.buttons,
  saveBar: {
    label: 'Changes',
    notSaved: 'Not saved yet',
    unsaved: 'Unsaved changes',
    allSaved: 'All changes are saved',
    discard: 'Discard',
  },
  leave: { title: 'Leave without saving?', action: 'Leave', note: 'Your changes here are lost.' },
  statuses: {
    unverified: 'Unverified',
    subscribed: 'Subscribed',
    bounced: 'Bounced',
    unsubscribed: 'Unsubscribed',
    soft_bounced: 'Soft bounced',
    complaint: 'Complaint',
  },
  more: (n: number) => `and ${n.toLocaleString('en')} more`,
  usedBy: { rules: 'Rules', segments: 'Segments' },

  dashboard,
  contacts,
  contact,
  timeline,
  jobs,
  missing: 'This cannot be empty.',
  preview: {
    title: 'Preview',
    of: (what: string) => `Preview of ${what}`,
    part: 'Part of the editor',
    parts: { edit: 'Edit', preview: 'Preview' },
    width: 'Width',
    widths: { desktop: 'Desktop', phone: 'Phone' },
    theme: 'Theme',
    themes: { light: 'Light', dark: 'Dark' },
  },
  refused: {
    editor: 'Only editors and administrators can open this page',
    administrator: 'Only administrators can open this page',
    note: 'Ask an administrator to change your role.',
  },
  /** Lists and screens of objects. */
  objects: {
    on: 'On',
    off: 'Off',
    state: 'On or off',
    changed: 'Changed',
    changedAt: 'changed',
    url: 'URL',
    copyUrl: (name: string) => `Copy the URL of ${name}`,
    open: 'Open',
    duplicate: 'Duplicate',
    copyOf: (name: string) => `${name} (copy)`,
    examples: 'Start with an example',
  },
  members: {
    template: { choose: 'Choose a template', create: 'New email template', open: 'Open the template' },
    unit: 'Unit',
    units: { second: 'Seconds', minute: 'Minutes', hour: 'Hours', day: 'Days', week: 'Weeks' },
    field: 'Field',
    anotherField: 'Another field',
    chooseField: 'Choose a field',
    fieldHint: 'Leave empty to clear the field.',
    noFields: 'No fields yet. Add one under Fields.',
  },
  cards: {
    saved: (title: string) => `Saved ${title}`,
    done: (label: string) => `${label}: done`,
    noRows: 'Nothing to show',
    nothing: 'Nothing to show for your role',
    broken: 'Could not load this card',
    yes: 'Yes',
    no: 'No',
  },
  account: {
    signInAgain: 'Open sign-in in a new tab',
  },
  preferences: {
    title: 'Preferences',
    about: 'Theme, time zone and keyboard shortcuts in this browser.',
  },
};
