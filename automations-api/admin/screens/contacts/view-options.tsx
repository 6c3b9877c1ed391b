/** Display options of the contact list: columns (custom fields included), rows per page, density. */
import { ViewMenu } from '../../../../shared/ui/list/view-menu.tsx';
import type { Known } from '../../core/named-objects.ts';
import { text } from '../../text/text.ts';
import { optionalColumns } from './columns.tsx';
import { fieldColumns, pageSize, pageSizes, toggleField, view } from './view.ts';

const words = text.contacts;
const labels = Object.fromEntries(optionalColumns.map(({ key, head }) => [key, head]));

/** `onPageSize` returns to the first page. */
export const ViewOptions = ({ known, onPageSize }: { known: Known; onPageSize: () => void }) => (
  <ViewMenu
    view={view}
    labels={labels}
    more={[
      ...(known.fields ?? []).map(({ ID, name }, n) => ({
        label: name,
        isChecked: fieldColumns.value.includes(ID),
        isApart: n === 0,
        onSelect: () => toggleField(ID),
      })),
      ...pageSizes.map((size, n) => ({
        label: words.rowsAPage(size),
        isChecked: size === pageSize.value,
        isApart: n === 0,
        onSelect: () => {
          pageSize.value = size;
          onPageSize();
        },
      })),
    ]}
  />
);
