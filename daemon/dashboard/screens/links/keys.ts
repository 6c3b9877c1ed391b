/** Single keys in the list of links. They act on the row with the focus or under the pointer. */
import { rowAtHand } from '../../../../shared/ui/list/rows.ts';
import { useShortcut } from '../../../../shared/ui/shortcuts.tsx';
import { openingOf } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.links.keys;

type Actions = {
  copy: (link: Link) => void;
  edit: (link: Link) => void;
  qr: (link: Link) => void;
  archive: (link: Link) => void;
  select: (link: Link) => void;
  clear: () => void;
};

export function useListKeys(links: readonly Link[], actions: Actions): void {
  const onRow = (action: (link: Link) => void) => () => {
    const link = rowAtHand(links);
    if (link) action(link);
  };
  const forEditors = may('member') ? onRow : () => undefined;
  useShortcut('y', words.copy, onRow(actions.copy));
  useShortcut(
    'o',
    words.open,
    onRow(({ id }) => window.open(openingOf(id), '_blank', 'noreferrer')),
  );
  useShortcut('x', words.select, onRow(actions.select));
  useShortcut('e', words.edit, forEditors(actions.edit));
  useShortcut('q', words.qr, onRow(actions.qr));
  useShortcut('a', words.archive, forEditors(actions.archive));
  useShortcut('Escape', words.clear, actions.clear);
}
