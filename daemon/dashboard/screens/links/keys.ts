/** Single-key shortcuts for a link. In the list, this is the link whose row has the focus or is under the pointer. */
import { useShortcut } from '../../../../shared/ui/shortcuts.tsx';
import { openingOf } from '../../core/api.ts';
import { may } from '../../core/session.ts';
import type { Link } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import type { RowActions } from './row-menu.ts';

const words = text.links.keys;

/** Adds the keys. `findLink` returns the link that a key acts on. */
export function useLinkKeys(findLink: () => Link | undefined, actions: Omit<RowActions, 'remove'>): void {
  const onLink = (action: (link: Link) => void) => () => {
    const link = findLink();
    if (link) action(link);
  };
  const forEditors = may('member') ? onLink : () => undefined;
  useShortcut('y', words.copy, onLink(actions.copy));
  useShortcut(
    'o',
    words.open,
    onLink(({ id }) => window.open(openingOf(id), '_blank', 'noreferrer')),
  );
  useShortcut('e', words.edit, forEditors(actions.edit));
  useShortcut('d', words.duplicate, forEditors(actions.duplicate));
  useShortcut('q', words.qr, onLink(actions.qr));
  useShortcut('a', words.archive, forEditors(actions.archive));
}

/** Adds the keys of the list's selection. */
export function useSelectionKeys(
  findLink: () => Link | undefined,
  actions: { select: (link: Link) => void; clear: () => void },
): void {
  useShortcut('x', words.select, () => {
    const link = findLink();
    if (link) actions.select(link);
  });
  useShortcut('Escape', words.clear, actions.clear);
}
