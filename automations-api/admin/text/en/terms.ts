/** The words of tags and lists. */
import { counted } from '../../../../shared/ui/text-en.ts';

const listed = (names: string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
const contactsWords = (n: number | undefined) => (n === undefined ? 'All contacts' : counted(n, 'contact'));
const addedWords = (made: number, there: number, what: string) =>
  `${counted(made, what)} ${made === 1 ? 'was' : 'were'} added${there > 0 ? `, ${there.toLocaleString('en')} ${there === 1 ? 'was' : 'were'} there already` : ''}`;

export const terms = {
  name: 'Name',
  nameHint: 'Several at once: one a line, with Shift and Enter.',
  contacts: 'Contacts',
  made: 'Created',
  open: 'Show contacts',
  select: 'Select the row',
  renamed: (name: string) => `Renamed to ${name}`,
  renameTitle: (name: string) => `Rename ${name}`,
  merge: 'Merge',
  keep: 'Which one stays',
  withContacts: (name: string, contacts: number) => `${name} (${counted(contacts, 'contact')})`,
  mergeRest: 'Segments and rules that name one of them name the one that stays. This cannot be undone.',
  deleteUsed: 'These name it, and will find or do less:',
  tag: {
    title: 'Tags',
    one: 'Tag',
    search: 'Search tags',
    add: 'Add tag',
    added: (name: string) => `Tag ${name} was added`,
    addedMany: (made: number, there: number) => addedWords(made, there, 'tag'),
    none: 'No tags yet',
    noneNote: 'Tags say what contacts are: customers, guests of an event, who asked for a trial.',
    noneFound: 'No tag matches',
    mergeTitle: (n: number) => `Merge ${counted(n, 'tag')}`,
    mergeNote: (kept: string, going: string[], contacts: number | undefined) =>
      `${contactsWords(contacts)} with ${listed(going)} ${contacts === 1 ? 'gets' : 'get'} ${kept} instead, and ${going.length === 1 ? 'that tag goes' : 'those tags go'}.`,
    merged: (n: number, kept: string) => `${counted(n, 'tag')} are ${kept} now`,
    deleteTitle: (name: string) => `Delete the tag ${name}?`,
    deleteMany: (n: number) => `Delete ${counted(n, 'tag')}?`,
    deleteNote: (contacts: number, tags: number) =>
      `${contacts === 0 ? 'No contact has' : contacts === 1 ? '1 contact loses' : `${contacts.toLocaleString('en')} contacts lose`} ${tags === 1 ? 'it' : 'them'}. This cannot be undone.`,
    deletePublic: '',
    deleted: (name: string) => `Tag ${name} was deleted`,
    deletedMany: (n: number) => `${counted(n, 'tag')} were deleted`,
  },
  list: {
    title: 'Lists',
    one: 'List',
    search: 'Search lists',
    add: 'Add list',
    added: (name: string) => `List ${name} was added`,
    addedMany: (made: number, there: number) => addedWords(made, there, 'list'),
    none: 'No lists yet',
    noneNote: 'Lists say what contacts asked to get, such as a newsletter.',
    noneFound: 'No list matches',
    mergeTitle: (n: number) => `Merge ${counted(n, 'list')}`,
    mergeNote: (kept: string, going: string[], contacts: number | undefined) =>
      `${contactsWords(contacts)} on ${listed(going)} ${contacts === 1 ? 'goes' : 'go'} to ${kept} instead, and ${going.length === 1 ? 'that list goes' : 'those lists go'}.`,
    merged: (n: number, kept: string) => `${counted(n, 'list')} are ${kept} now`,
    deleteTitle: (name: string) => `Delete the list ${name}?`,
    deleteMany: (n: number) => `Delete ${counted(n, 'list')}?`,
    deleteNote: (contacts: number, lists: number) =>
      `${contacts === 0 ? 'No contact is' : contacts === 1 ? '1 contact is taken' : `${contacts.toLocaleString('en')} contacts are taken`} ${contacts === 0 ? 'on' : 'off'} ${lists === 1 ? 'it' : 'them'}. This cannot be undone.`,
    deletePublic: 'Contacts may choose it on their own page, where it will not be offered any more.',
    deleted: (name: string) => `List ${name} was deleted`,
    deletedMany: (n: number) => `${counted(n, 'list')} were deleted`,
  },
};
