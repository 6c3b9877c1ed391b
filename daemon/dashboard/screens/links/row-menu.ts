/** Actions on one link. */
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.links;

export type RowActions = Record<'edit' | 'duplicate' | 'copy' | 'qr' | 'archive' | 'remove', (link: Link) => void>;

const duplicating = (link: Link, { duplicate }: RowActions): MenuItem => ({
  label: words.duplicate,
  icon: 'plus',
  shortcut: 'D',
  onSelect: () => duplicate(link),
});

const ending = (link: Link, { archive, remove }: RowActions): MenuItem[] => [
  {
    label: link.archived ? words.unarchive : words.archive,
    icon: 'archive',
    shortcut: 'A',
    onSelect: () => archive(link),
  },
  { label: text.actions.delete, icon: 'trash', isBad: true, isApart: true, onSelect: () => remove(link) },
];

export function rowMenu(link: Link, actions: RowActions): MenuItem[] {
  const forEditors = (...items: MenuItem[]): MenuItem[] => (may('member') ? items : []);
  return [
    ...forEditors(
      { label: text.actions.edit, icon: 'edit', shortcut: 'E', onSelect: () => actions.edit(link) },
      duplicating(link, actions),
    ),
    { label: text.ui.copy, icon: 'copy', shortcut: 'Y', onSelect: () => actions.copy(link) },
    { label: words.qrCode, icon: 'qr', shortcut: 'Q', onSelect: () => actions.qr(link) },
    { label: words.analytics, icon: 'chart', href: pathTo('link', { id: link.id }) },
    ...forEditors(...ending(link, actions)),
  ];
}

/** Returns the menu of a link's page. The page's other actions are buttons. */
export const pageMenu = (link: Link, actions: RowActions): MenuItem[] =>
  may('member') ? [duplicating(link, actions), ...ending(link, actions)] : [];
