/** The menu that sets a list's columns and density. */
import { Icon } from '../icon.tsx';
import { Menu, type MenuItem } from '../menu.tsx';
import { isPhone } from '../phone.ts';
import { uiText } from '../text.ts';
import type { ListView } from './view.ts';

type ViewMenuProps<Column extends string> = {
  view: ListView<Column>;
  labels: Record<Column, string>;
  /** Additional options of the list's view. */
  more?: readonly MenuItem[];
};

export function ViewMenu<Column extends string>({ view, labels, more = [] }: ViewMenuProps<Column>) {
  const { columns, hidden, isCompact, toggle, reset } = view;
  const words = uiText.list;
  return (
    <Menu
      label={words.view}
      class={isPhone.value ? 'btn' : 'btn icon'}
      isSticky
      items={[
        {
          label: words.compact,
          isChecked: isCompact.value,
          onSelect: () => {
            isCompact.value = !isCompact.value;
          },
        },
        ...columns.map((column, n) => ({
          label: labels[column],
          isChecked: !hidden.value.includes(column),
          isApart: n === 0,
          onSelect: () => toggle(column),
        })),
        ...more,
        { label: words.resetView, isApart: true, onSelect: reset },
      ]}
    >
      {isPhone.value && words.view}
      <Icon name="columns" />
    </Menu>
  );
}
