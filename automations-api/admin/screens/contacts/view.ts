/** This browser's view of the contact list. */
import { keepView, type ListView } from '../../../../shared/ui/list/view.ts';
import { kept } from '../../../../shared/ui/preferences.ts';
import { optionalColumns } from './columns.tsx';

const namesOf = (columns: typeof optionalColumns) => columns.map(({ key }) => key);
const own = keepView(
  'contacts',
  namesOf(optionalColumns),
  namesOf(optionalColumns.filter(({ isHiddenAtFirst }) => isHiddenAtFirst)),
);

export const pageSizes = [25, 50, 100, 250] as const;
const usualSize = 50;
export const pageSize = kept<number>('contacts-page-size', usualSize);

/** Ids of the custom fields that have a column. */
export const fieldColumns = kept<string[]>('contacts-fields', []);

export function toggleField(id: string): void {
  const now = fieldColumns.value;
  fieldColumns.value = now.includes(id) ? now.filter((one) => one !== id) : [...now, id];
}

export const view: ListView = {
  ...own,
  reset: () => {
    own.reset();
    fieldColumns.value = [];
    pageSize.value = usualSize;
  },
};
