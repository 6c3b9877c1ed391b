/** Keyboard navigation between a list's rows. */

/** Returns the row that has the focus or is under the pointer. */
export function rowAtHand<Row>(rows: readonly Row[]): Row | undefined {
  const row =
    document.activeElement?.closest<HTMLTableRowElement>('tbody tr') ??
    document.querySelector<HTMLTableRowElement>('tbody tr:hover');
  return row ? rows[row.sectionRowIndex] : undefined;
}

/** Moves the focus to the link in the next or previous row, or to the first row if the focus is outside the list. */
export function stepRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main tbody tr')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  rows[at === -1 ? 0 : at + step]?.querySelector<HTMLElement>('a.first')?.focus();
}

const focusable = 'a[href], button:not([disabled]), input';

/** Handles arrow keys that move the focus up and down within a column. */
export function moveBetweenRows(event: KeyboardEvent): void {
  const row = event.currentTarget as HTMLElement;
  const step = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
  const isInPopover = (event.target as Element).closest('[popover]') !== null;
  if (!step || event.defaultPrevented || isInPopover) return;
  const place = [...row.querySelectorAll(focusable)].indexOf(event.target as Element);
  const there = [...step.querySelectorAll<HTMLElement>(focusable)];
  event.preventDefault();
  (there[place] ?? there[0])?.focus();
}

export function toggled(before: ReadonlySet<string>, id: string): Set<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}
