/** Actions on one link. */
import type { MenuItem } from '../../../../shared/ui/menu.tsx';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.links;

export type RowActions = Record<'edit' | 'copy' | 'qr' | 'archive' | 'remove', (link: Link) => void>;

export function rowMenu(link: Link, actions: RowActions): MenuItem[] {
  const canChange = may('member');
  const forEditors = (item: MenuItem): MenuItem[] => (canChange ? [item] : []);
  return [
    ...forEditors({ label: text.actions.edit, icon: 'edit', shortcut: 'E', onSelect: () => actions.edit(link) }),
    { label: text.ui.copy, icon: 'copy', shortcut: 'Y', onSelect: () => actions.copy(link) },
    { label: words.qrCode, icon: 'qr', shortcut: 'Q', onSelect: () => actions.qr(link) },
    { label: words.analytics, icon: 'chart', href: pathTo('link', { id: link.id }) },
    ...forEditors({
      label: link.archived ? words.unarchive : words.archive,
      icon: 'archive',
      shortcut: 'A',
      onSelect: () => actions.archive(link),
    }),
    ...forEditors({
      label: text.actions.delete,
      icon: 'trash',
      isBad: true,
      isApart: true,
      onSelect: () => actions.remove(link),
    }),
  ];
}
