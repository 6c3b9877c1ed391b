/** English strings for tags and lists. */
import { counted } from '../../../../shared/plural.ts';

const listed = (names: string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
const contactsWords = (n: number | undefined) => (n === undefined ? 'All contacts' : counted(n, 'contact'));
const addedWords = (added: number, existing: number, what: string) =>
  `${counted(added, what)} ${added === 1 ? 'was' : 'were'} added${existing > 0 ? `, ${existing.toLocaleString('en')} ${existing === 1 ? 'was' : 'were'} there already` : ''}`;

const deleteUsed = 'These use it and will match fewer contacts or do less:';

export const terms = {
  name: 'Name',
  nameHint: 'For several, put one per line with Shift+Enter.',
  contacts: 'Contacts',
  created: 'Created',
  open: 'Show contacts',
  select: 'Select the row',
  renamed: (name: string) => `Renamed to ${name}`,
  renameTitle: (name: string) => `Rename ${name}`,
  merge: 'Merge',
  keep: 'Keep',
  withContacts: (name: string, contacts: number) => `${name} (${counted(contacts, 'contact')})`,
  mergeRest: 'Segments and rules that use one of them will use the kept one. This cannot be undone.',
  tag: {
    title: 'Tags',
    one: 'Tag',
    search: 'Search tags',
    add: 'Add tag',
    added: (name: string) => `Added tag ${name}`,
    addedMany: (added: number, existing: number) => addedWords(added, existing, 'tag'),
    none: 'No tags yet',
    noneNote: 'Tags describe contacts: customers, event guests, trial requests.',
    noneFound: 'No tag matches',
    mergeTitle: (n: number) => `Merge ${counted(n, 'tag')}`,
    mergeNote: (kept: string, merged: string[], contacts: number | undefined) =>
      `${contactsWords(contacts)} with ${listed(merged)} ${contacts === 1 ? 'gets' : 'get'} ${kept} instead, and ${merged.length === 1 ? 'that tag is' : 'those tags are'} deleted.`,
    merged: (n: number, kept: string) => `Merged ${counted(n, 'tag')} into ${kept}`,
    deleteTitle: (name: string) => `Delete the tag ${name}?`,
    deleteMany: (n: number) => `Delete ${counted(n, 'tag')}?`,
    deleteNote: (contacts: number, tags: number) =>
      `${contacts === 0 ? 'No contact has' : contacts === 1 ? '1 contact loses' : `${contacts.toLocaleString('en')} contacts lose`} ${tags === 1 ? 'it' : 'them'}. This cannot be undone.`,
    deleteUsed,
    deleted: (name: string) => `Deleted tag ${name}`,
    deletedMany: (n: number) => `Deleted ${counted(n, 'tag')}`,
  },
  list: {
    title: 'Lists',
    one: 'List',
    search: 'Search lists',
    add: 'Add list',
    added: (name: string) => `Added list ${name}`,
    addedMany: (added: number, existing: number) => addedWords(added, existing, 'list'),
    none: 'No lists yet',
    noneNote: 'A list is something contacts asked to receive, such as a newsletter.',
    noneFound: 'No list matches',
    mergeTitle: (n: number) => `Merge ${counted(n, 'list')}`,
    mergeNote: (kept: string, merged: string[], contacts: number | undefined) =>
      `${contactsWords(contacts)} on ${listed(merged)} ${contacts === 1 ? 'moves' : 'move'} to ${kept}, and ${merged.length === 1 ? 'that list is' : 'those lists are'} deleted.`,
    merged: (n: number, kept: string) => `Merged ${counted(n, 'list')} into ${kept}`,
    deleteTitle: (name: string) => `Delete the list ${name}?`,
    deleteMany: (n: number) => `Delete ${counted(n, 'list')}?`,
    deleteNote: (contacts: number, lists: number) =>
      `${contacts === 0 ? 'No contact is on' : contacts === 1 ? '1 contact is removed from' : `${contacts.toLocaleString('en')} contacts are removed from`} ${lists === 1 ? 'it' : 'them'}. This cannot be undone.`,
    deleteUsed,
    deletePublic: 'It also disappears from the email preferences page.',
    deleted: (name: string) => `Deleted list ${name}`,
    deletedMany: (n: number) => `Deleted ${counted(n, 'list')}`,
  },
};
