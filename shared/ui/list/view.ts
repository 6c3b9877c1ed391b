/** A list's view in this browser: its visible columns and its density. */
import type { Signal } from '@preact/signals';
import { kept } from '../preferences.ts';

export type ListView<Column extends string = string> = {
  /** The columns that can be hidden. */
  columns: readonly Column[];
  hidden: Signal<Column[]>;
  isCompact: Signal<boolean>;
  toggle: (column: Column) => void;
  reset: () => void;
};

/** Reads and stores a list's view. `name`: the list's key in the browser's storage. */
export function keepView<Column extends string>(
  name: string,
  columns: readonly Column[],
  hiddenAtFirst: Column[] = [],
): ListView<Column> {
  const hidden = kept<Column[]>(`${name}-hidden`, hiddenAtFirst);
  const isCompact = kept(`${name}-compact`, false);
  return {
    columns,
    hidden,
    isCompact,
    toggle: (column) => {
      const now = hidden.value;
      hidden.value = now.includes(column) ? now.filter((one) => one !== column) : [...now, column];
    },
    reset: () => {
      hidden.value = hiddenAtFirst;
      isCompact.value = false;
    },
  };
}
