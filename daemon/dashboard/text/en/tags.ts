/** English strings for tags. */
import { counted } from '../../../../shared/plural.ts';

export const tags = {
  title: 'Tags',
  tag: 'Tag',
  links: 'Links',
  search: 'Search tags',
  none: 'No tags yet',
  noneNote: 'Tags group links. Give a link one when you create or edit it.',
  toLinks: 'Go to links',
  noneFound: 'No tag matches',
  showLinks: 'Show links',
  analytics: 'Analytics',
  rename: 'Rename or merge',
  renameTitle: (tag: string) => `Rename ${tag}`,
  renameHint: 'Using the name of another tag merges the two. A share page keeps its URL unless the tags are merged.',
  name: 'Name',
  renamed: (from: string, to: string) => `Renamed ${from} to ${to}`,
  deleteTitle: (tag: string) => `Delete ${tag}?`,
  deleteNote: (links: number) =>
    `It is removed from ${counted(links, 'link')}. The links stay. Its share page ends. This cannot be undone.`,
  deleted: (tag: string) => `Deleted ${tag}`,
};
