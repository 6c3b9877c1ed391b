/** Single keys in the list of links. They act on the row with the focus or under the pointer. */
import { rowAtHand } from '../../../../shared/ui/list/rows.ts';
import { useShortcut } from '../../../../shared/ui/shortcuts.tsx';
import { openingOf } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.links.keys;

type Acts = {
  copy: (link: Link) => void;
  edit: (link: Link) => void;
  qr: (link: Link) => void;
  archive: (link: Link) => void;
  select: (link: Link) => void;
  clear: () => void;
};

export function useListKeys(links: readonly Link[], acts: Acts): void {
  const onRow = (act: (link: Link) => void) => () => {
    const link = rowAtHand(links);
    if (link) act(link);
  };
  const ofEditors = may('member') ? onRow : () => undefined;
  useShortcut('y', words.copy, onRow(acts.copy));
  useShortcut(
    'o',
    words.open,
    onRow(({ id }) => window.open(openingOf(id), '_blank', 'noreferrer')),
  );
  useShortcut('x', words.select, onRow(acts.select));
  useShortcut('e', words.edit, ofEditors(acts.edit));
  useShortcut('q', words.qr, onRow(acts.qr));
  useShortcut('a', words.archive, ofEditors(acts.archive));
  useShortcut('Escape', words.clear, acts.clear);
}
