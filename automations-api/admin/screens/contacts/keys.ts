/** The list of contacts by single keys: they act on the row that has the focus, or that the pointer is on. */
import { rowAtHand, stepRow } from '../../../../shared/ui/list/rows.ts';
import { useSearchShortcut, useShortcut } from '../../../../shared/ui/shortcuts.tsx';
import { may } from '../../core/session.ts';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.contacts.keys;

type Acts = {
  add: () => void;
  edit: (contact: ContactRecord) => void;
  select: (contact: ContactRecord) => void;
  clear: () => void;
};

export function useListKeys(rows: readonly ContactRecord[], acts: Acts): void {
  const onRow = (act: (contact: ContactRecord) => void) => () => {
    const contact = rowAtHand(rows);
    if (contact) act(contact);
  };
  const isEditor = may('editor');
  useShortcut('c', words.add, () => isEditor && acts.add());
  useSearchShortcut(words.search);
  useShortcut('j', words.next, () => stepRow(1));
  useShortcut('k', words.before, () => stepRow(-1));
  useShortcut('x', words.select, onRow(acts.select));
  useShortcut(
    'e',
    words.edit,
    onRow((contact) => isEditor && acts.edit(contact)),
  );
  useShortcut('Escape', words.clear, acts.clear);
}
