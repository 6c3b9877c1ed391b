/** The words of tags. */
import { counted } from '../../../../shared/ui/text-en.ts';

export const tags = {
  title: 'Tags',
  note: (n: number) => counted(n, 'tag'),
  tag: 'Tag',
  links: 'Links',
  search: 'Search tags',
  empty: 'No tags yet',
  emptyNote: 'Tags group links. Give a link one when you create or edit it.',
  toLinks: 'Go to links',
  none: 'No tag matches',
  showLinks: 'Show links',
  analytics: 'Analytics',
  rename: 'Rename or merge',
  renameTitle: (tag: string) => `Rename ${tag}`,
  renameHint: 'A name that is taken merges the two tags.',
  name: 'Name',
  renamed: (from: string, to: string) => `${from} is now ${to}`,
  deleteTitle: (tag: string) => `Delete ${tag}?`,
  deleteNote: (links: number) =>
    `It is taken from ${counted(links, 'link')}. The links themselves stay. This cannot be undone.`,
  deleted: (tag: string) => `${tag} is deleted`,
};
