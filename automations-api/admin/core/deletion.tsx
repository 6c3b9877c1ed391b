/**
 * Deleting an object: the item of its menu, and the dialog that confirms it or shows why the object cannot be deleted.
 */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../shared/ui/button.tsx';
import { Confirm, Dialog } from '../../../shared/ui/dialog.tsx';
import type { MenuItem } from '../../../shared/ui/menu.tsx';
import { toast } from '../../../shared/ui/toast.tsx';
import { text } from '../text/text.ts';
import { api } from './api.ts';
import type { References } from './types.ts';
import { isUsed, UsedBy } from './used-by.tsx';

/** If at least this many things would be lost, the user must type the object's name. */
export const manyAre = 20;

type Words = {
  deleteTitle: (name: string) => string;
  deleted: (name: string) => string;
  /** The texts for objects that are in use. */
  keptTitle?: (name: string) => string;
  keptNote?: string;
};

type DeletionOptions<Row> = {
  /** The object's kind in the API's paths. */
  kind: string;
  words: Words;
  note: (row: Row) => string;
  /** The number of things that are lost with the object. */
  lost?: (row: Row) => number;
  /** The objects that use the object and so prevent its deletion. */
  users?: (row: Row) => References | undefined;
  onDeleted: () => void;
};

type Named = { ID: number | string; name: string };

export function useDeletion<Row extends Named>({ kind, words, note, lost, users, onDeleted }: DeletionOptions<Row>) {
  const [row, setRow] = useState<Row>();
  const item = (one: Row): MenuItem => ({
    label: text.actions.delete,
    icon: 'trash',
    isBad: true,
    isApart: true,
    onSelect: () => setRow(one),
  });
  return { item, dialog: row && dialogOf(row) };

  function dialogOf(row: Row): ComponentChildren {
    const { ID, name } = row;
    const onClose = () => setRow(undefined);
    const used = users?.(row);
    if (used && isUsed(used)) {
      return (
        <Dialog
          title={words.keptTitle?.(name) ?? name}
          onClose={onClose}
          footer={<Button onClick={onClose}>{text.ui.close}</Button>}
        >
          <p>{words.keptNote}</p>
          <UsedBy users={used} />
        </Dialog>
      );
    }
    return (
      <Confirm
        title={words.deleteTitle(name)}
        action={text.actions.delete}
        word={(lost?.(row) ?? 0) >= manyAre ? name : undefined}
        onClose={onClose}
        onConfirm={async () => {
          await api.delete(`/${kind}/${ID}`);
          toast(words.deleted(name));
          onDeleted();
        }}
      >
        {note(row)}
      </Confirm>
    );
  }
}
