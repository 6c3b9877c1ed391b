/** The single-key shortcuts of the contact list, which act on the row with the focus or under the pointer. */
import { rowAtHand, stepRow } from '../../../../shared/ui/list/rows.ts';
import { useShortcut } from '../../../../shared/ui/shortcuts.tsx';
import { may } from '../../core/session.ts';
import type { ContactRecord } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.contacts.keys;

type Actions = {
  edit: (contact: ContactRecord) => void;
  select: (contact: ContactRecord) => void;
  clear: () => void;
};

export function useListKeys(rows: readonly ContactRecord[], actions: Actions): void {
  const onRow = (action: (contact: ContactRecord) => void) => () => {
    const contact = rowAtHand(rows);
    if (contact) action(contact);
  };
  const forEditors = may('editor') ? onRow : () => undefined;
  useShortcut('j', words.next, () => stepRow(1));
  useShortcut('k', words.before, () => stepRow(-1));
  useShortcut('x', words.select, forEditors(actions.select));
  useShortcut('e', words.edit, forEditors(actions.edit));
  useShortcut('Escape', words.clear, actions.clear);
}
