/** The menu that sorts a list. */
import { Icon } from '../icon.tsx';
import { Menu } from '../menu.tsx';
import { uiText } from '../text.ts';
import type { Query } from '../url-state.ts';
import { fromStart } from './steps.tsx';

type Order = 'asc' | 'desc';

type SortMenuProps<Sort extends string> = {
  listed: { sort: Sort; order: Order };
  /** The names of the columns. The first column is the default. */
  sorts: Record<Sort, string>;
  /** Columns that are sorted in ascending order first. */
  ascending: readonly Sort[];
  change: (changes: Query) => void;
};

export function SortMenu<Sort extends string>({ listed, sorts, ascending, change }: SortMenuProps<Sort>) {
  const { sort, order } = listed;
  const label = uiText.list.sortedBy(sorts[sort]);
  const toSort = (by: Sort, to: Order) => change(sortedBy(sorts, by, to));
  return (
    <Menu
      label={label}
      items={[
        ...(Object.keys(sorts) as Sort[]).map((one) => ({
          label: sorts[one],
          isChecked: one === sort,
          onSelect: () => toSort(one, ascending.includes(one) ? 'asc' : 'desc'),
        })),
        ...(['desc', 'asc'] as const).map((one, n) => ({
          label: uiText.list.orders[one],
          isChecked: one === order,
          isApart: n === 0,
          onSelect: () => toSort(sort, one),
        })),
      ]}
    >
      {label}
      <Icon name="down" size={13} />
    </Menu>
  );
}

export const sortedBy = (sorts: object, sort: string, order: Order): Query => ({
  sort: sort === Object.keys(sorts)[0] ? undefined : sort,
  order: order === 'desc' ? undefined : order,
  ...fromStart,
});
