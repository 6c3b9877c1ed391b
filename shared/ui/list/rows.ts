/** The rows of a list by keys, and those that are selected. */

/** The one that has the focus, or that the pointer is on. */
export function rowAtHand<Row>(rows: readonly Row[]): Row | undefined {
  const row =
    document.activeElement?.closest<HTMLTableRowElement>('tbody tr') ??
    document.querySelector<HTMLTableRowElement>('tbody tr:hover');
  return row ? rows[row.sectionRowIndex] : undefined;
}

/** The focus goes to the name of the next row, or of the previous one; from elsewhere to the first. */
export function stepRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll('main tbody tr')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  rows[at === -1 ? 0 : at + step]?.querySelector<HTMLElement>('a.first')?.focus();
}

const focusable = 'a[href], button:not([disabled]), input';

/** Up and down go to the same place in the next row. */
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
