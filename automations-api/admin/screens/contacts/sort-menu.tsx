/** The order of the list of contacts. */

import { Icon } from '../../../../shared/ui/icon.tsx';
import { fromStart } from '../../../../shared/ui/list/steps.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import type { Query } from '../../../../shared/ui/url-state.ts';
import { text } from '../../text/text.ts';
import { type Listed, sorts } from './list-query.ts';

const words = text.contacts;

const isDate = (sort: string) => sort === 'creation_date' || sort === 'last_modified';

type SortMenuProps = { listed: Pick<Listed, 'sort' | 'order'>; change: (changes: Query) => void };

export const SortMenu = ({ listed: { sort, order }, change }: SortMenuProps) => (
  <Menu
    label={words.sortedBy(words.sorts[sort])}
    items={[
      ...sorts.map((one) => ({
        label: words.sorts[one],
        isChecked: one === sort,
        onSelect: () => change(sortedBy(one, isDate(one) ? 'desc' : 'asc')),
      })),
      ...(['desc', 'asc'] as const).map((one, n) => ({
        label: words.orders[one],
        isChecked: one === order,
        isApart: n === 0,
        onSelect: () => change(sortedBy(sort, one)),
      })),
    ]}
  >
    {words.sortedBy(words.sorts[sort])}
    <Icon name="down" size={13} />
  </Menu>
);

export const sortedBy = (sort: string, order: 'asc' | 'desc'): Query => ({
  sort: sort === 'creation_date' ? undefined : sort,
  order: order === 'desc' ? undefined : order,
  ...fromStart,
});
