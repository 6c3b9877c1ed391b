/** English. One section a screen; what has a number or a name in it is a function. */
import { counted, ui } from '../../../shared/ui/text-en.ts';

export const en = {
  name: 'Waypost',
  ui,
  counted,

  // --- frame
  nav: {
    label: 'Main',
    skip: 'Skip to content',
    dashboard: 'Dashboard',
    contacts: 'Contacts',
    tags: 'Tags',
    lists: 'Lists',
    settings: 'Settings',
  },
  roles: { administrator: 'Administrator', editor: 'Editor', viewer: 'Viewer' },
  actions: {
    save: 'Save',
    create: 'Create',
    delete: 'Delete',
    rename: 'Rename',
  },

  // --- contacts
  statuses: {
    unverified: 'Unverified',
    subscribed: 'Subscribed',
    bounced: 'Bounced',
    unsubscribed: 'Unsubscribed',
    soft_bounced: 'Soft bounced',
    complaint: 'Complaint',
  },
  contacts: {
    title: 'Contacts',
    search: 'Search contacts',
    add: 'Add contact',
    added: (email: string) => `${email} was added`,
    saved: (email: string) => `${email} was saved`,
    export: 'Export',
    open: 'Open',
    edit: 'Status, tags and lists',
    editTitle: (email: string) => `Status, tags and lists of ${email}`,
    deleteTitle: (name: string) => `Delete ${name}?`,
    deleteNote: 'All that is kept of this contact is deleted with it. This cannot be undone.',
    deleted: (email: string) => `${email} was deleted`,
    none: 'No contact matches',
    clearFilters: 'Clear search and filters',
    empty: 'No contacts yet',
    emptyNote: 'Add one here, or let your shop and your forms add them by the REST API.',
    columns: {
      contact: 'Contact',
      status: 'Status',
      tags: 'Tags',
      lists: 'Lists',
      phone: 'Phone',
      place: 'Place',
      source: 'Source',
      changed: 'Changed',
      added: 'Added',
    },
    filters: {
      status: 'Status',
      segment: 'Segment',
      tag: 'Tag',
      tag_all: 'All of the tags',
      tag_not: 'None of the tags',
      list: 'List',
      list_all: 'On all lists',
      list_not: 'On none of the lists',
      country: 'Country',
      source: 'Source',
      from: 'Added from',
      to: 'Added until',
      updated_from: 'Changed from',
      updated_to: 'Changed until',
      clicked_link: 'Clicked link',
      clicked_tag: 'Clicked link with tag',
    },
    chip: (name: string, value: string) => `${name}: ${value}`,
    sorts: {
      creation_date: 'added',
      last_modified: 'changed',
      f_name: 'first name',
      l_name: 'last name',
      email: 'email',
    },
    orders: { desc: 'Downwards', asc: 'Upwards' },
    sortedBy: (by: string) => `Sort: ${by}`,
    fields: {
      email: 'Email',
      f_name: 'First name',
      l_name: 'Last name',
      contact_no: 'Phone',
      country: 'Country',
      state: 'State or province',
      status: 'Status',
      tags: 'Tags',
      lists: 'Lists',
    },
    many: {
      tags: 'Tags',
      lists: 'Lists',
      status: 'Status',
      how: 'What to do',
      hows: { add: 'Add', remove: 'Remove' },
      statusTitle: (n: number) => `Status of ${counted(n, 'contact')}`,
      termsTitle: (what: 'tags' | 'lists', n: number) =>
        `${what === 'tags' ? 'Tags' : 'Lists'} of ${counted(n, 'contact')}`,
      deleteTitle: (n: number) => `Delete ${counted(n, 'contact')}?`,
      deleteNote: (n: number) =>
        `All that is kept of ${n === 1 ? 'this contact' : 'these contacts'} is deleted. This cannot be undone.`,
    },
    keys: {
      add: 'Add contact',
      search: 'Search',
      select: 'Select the row',
      edit: 'Status and tags of the row',
      clear: 'Clear the selection',
    },
  },

  // --- jobs
  jobs: {
    doing: (action: string) => `${action.replaceAll('_', ' ')}…`,
    ended: (status: string, done: number, failed: number) =>
      status === 'cancelled'
        ? `Cancelled after ${counted(done, 'contact')}`
        : `${counted(done, 'contact')} changed${failed > 0 ? `, ${failed.toLocaleString('en')} failed` : ''}`,
  },

  // --- tags and lists
  terms: {
    name: 'Name',
    renamed: (name: string) => `Renamed to ${name}`,
    renameTitle: (name: string) => `Rename ${name}`,
    tag: {
      title: 'Tags',
      one: 'Tag',
      search: 'Search tags',
      add: 'Add tag',
      added: (name: string) => `Tag ${name} was added`,
      none: 'No tags yet',
      noneNote: 'Tags say what contacts are: customers, guests of an event, who asked for a trial.',
      noneFound: 'No tag matches',
      deleteTitle: (name: string) => `Delete the tag ${name}?`,
      deleteNote: 'It is taken from every contact that has it. This cannot be undone.',
      deleted: (name: string) => `Tag ${name} was deleted`,
    },
    list: {
      title: 'Lists',
      one: 'List',
      search: 'Search lists',
      add: 'Add list',
      added: (name: string) => `List ${name} was added`,
      none: 'No lists yet',
      noneNote: 'Lists say what contacts asked to get, such as a newsletter.',
      noneFound: 'No list matches',
      deleteTitle: (name: string) => `Delete the list ${name}?`,
      deleteNote: 'Every contact on it is taken off. This cannot be undone.',
      deleted: (name: string) => `List ${name} was deleted`,
    },
  },

  // --- settings
  settings: {
    title: 'Settings',
    label: 'Settings',
    account: 'Account',
    notes: { account: 'Your name, your password, and where you are signed in.' },
  },
  account: {
    menu: (name: string) => `${name}: your account`,
    open: 'Account',
    signOut: 'Sign out',
    ofWordPress: 'Your name and your password are those of WordPress; change them there.',
  },
  join: {
    title: 'Accept the invitation',
    note: (email: string, role: string) => `${email} is invited as ${role.toLowerCase()}.`,
    submit: 'Accept',
    joined: 'Welcome',
    broken: 'This invitation holds no more',
    brokenNote: 'It was used, withdrawn or is too old. Ask whoever invited you to send it again.',
  },
};
