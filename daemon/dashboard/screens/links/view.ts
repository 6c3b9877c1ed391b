/** How the list of links is shown in this browser: which columns, and how dense. */
import { kept } from '../../../../shared/ui/preferences.ts';

export const optionalColumns = ['tags', 'state', 'trend', 'clicks', 'lastClick', 'created', 'note'] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

const hiddenAtFirst: OptionalColumn[] = ['note'];

export const hiddenColumns = kept<OptionalColumn[]>('links-hidden', hiddenAtFirst);
export const isCompact = kept('links-compact', false);

export function toggleColumn(column: OptionalColumn): void {
  const hidden = hiddenColumns.value;
  hiddenColumns.value = hidden.includes(column) ? hidden.filter((one) => one !== column) : [...hidden, column];
}

export function resetView(): void {
  hiddenColumns.value = hiddenAtFirst;
  isCompact.value = false;
}
