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
