/**
 * English strings that screens share, and each screen's own strings from `en/`. Strings with a number or a name are
 * functions.
 */
import { counted, ui } from '../../../shared/ui/text/en/ui.ts';
import { auditLog } from './en/audit-log.ts';
import { consent } from './en/consent.ts';
import { contact } from './en/contact.ts';
import { contacts } from './en/contacts.ts';
import { dashboard } from './en/dashboard.ts';
import { duplicates, merge } from './en/duplicates.ts';
import { exportWords } from './en/export.ts';
import { fields } from './en/fields.ts';
import { filter } from './en/filter.ts';
import { forms } from './en/forms.ts';
import { hooks } from './en/hooks.ts';
import { imports } from './en/imports.ts';
import { jobs } from './en/jobs.ts';
import { links } from './en/links.ts';
import { mail } from './en/mail.ts';
import { plugins } from './en/plugins.ts';
import { restApi } from './en/rest-api.ts';
import { rules } from './en/rules.ts';
import { segments } from './en/segments.ts';
import { templates } from './en/templates.ts';
import { terms } from './en/terms.ts';
import { timeline } from './en/timeline.ts';
import { users } from './en/users.ts';
import { webhooks } from './en/webhooks.ts';

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
  filter,
  contact,
  timeline,
  duplicates,
  merge,
  segments,
  jobs,
  terms,
  fields,
  rules,
  forms,
  hooks,
  templates,
  webhooks,
  imports,
  export: exportWords,
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
  consent,
  mail,
  members: {
    template: { choose: 'Choose a template', create: 'New email template', open: 'Open the template' },
    unit: 'Unit',
    units: { second: 'Seconds', minute: 'Minutes', hour: 'Hours', day: 'Days', week: 'Weeks' },
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
  links,
  plugins,
  restApi,
  users,
  auditLog,
  account: {
    signInAgain: 'Open sign-in in a new tab',
  },
  preferences: {
    title: 'Preferences',
    about: 'Theme, time zone and keyboard shortcuts in this browser.',
  },
};
