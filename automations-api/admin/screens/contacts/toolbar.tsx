/** Above the list of contacts: search, filters, order and view. */
import type { Query } from '../../../../shared/ui/address.ts';
import { Combobox } from '../../../../shared/ui/combobox.tsx';
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import { countryName } from '../../../../shared/ui/format.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { fromStart } from '../../../../shared/ui/list/steps.tsx';
import { type Chip, ListTools } from '../../../../shared/ui/list/tools.tsx';
import { ViewMenu } from '../../../../shared/ui/list/view-menu.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import { choicesOf, nameOfTerm } from '../../terms.ts';
import { text } from '../../text/text.ts';
import type { KnownTerms } from './columns.tsx';
import type { FilterName, Listed } from './list-query.ts';
import { sorts } from './list-query.ts';
import { statusNames } from './status-badge.tsx';
import { view } from './view.ts';

const words = text.contacts;
type Change = (changes: Query, how?: { isReplacing?: boolean }) => void;
type Props = { listed: Listed; change: Change; known: KnownTerms };

export function Toolbar({ listed, change, known }: Props) {
  return (
    <ListTools
      search={words.search}
      value={listed.search}
      onSearch={(search) => change({ search, ...fromStart }, { isReplacing: true })}
      filters={() => <Filters listed={listed} change={change} known={known} />}
      chips={chipsOf(listed, known, change)}
    >
      <SortMenu listed={listed} change={change} />
      <ViewMenu view={view} labels={words.columns} />
    </ListTools>
  );
}

function Filters({ listed: { filters }, change, known }: Props) {
  const any = { value: '', label: uiText.list.any };
  const set = (name: FilterName) => (value: string) => change({ [name]: value || undefined, ...fromStart });
  return (
    <>
      <Select
        label={words.filters.status}
        value={filters.status ?? ''}
        options={[any, ...statusNames.map((value) => ({ value, label: text.statuses[value] }))]}
        onValue={set('status')}
      />
      {(['tag', 'list'] as const).map((kind) => (
        <Combobox
          key={kind}
          label={words.filters[kind]}
          value={filters[kind] ?? ''}
          choices={[any, ...choicesOf(known[kind])]}
          placeholder={uiText.list.any}
          onChoose={set(kind)}
        />
      ))}
      <TextField
        label={words.filters.country}
        placeholder={uiText.list.any}
        maxLength={60}
        value={filters.country ?? ''}
        onValue={set('country')}
      />
      <TextField
        label={words.filters.source}
        placeholder={uiText.list.any}
        maxLength={100}
        value={filters.source ?? ''}
        onValue={set('source')}
      />
      {(['from', 'to', 'updated_from', 'updated_to'] as const).map((name) => (
        <TextField
          key={name}
          label={words.filters[name]}
          type="date"
          value={(filters[name] ?? '').slice(0, 10)}
          onValue={set(name)}
        />
      ))}
    </>
  );
}

const termFilters: Partial<Record<string, 'tag' | 'list'>> = {
  tag: 'tag',
  tag_all: 'tag',
  tag_not: 'tag',
  list: 'list',
  list_all: 'list',
  list_not: 'list',
};

/** What narrows the list, in words. */
function chipsOf({ filters }: Listed, known: KnownTerms, change: Change): Chip[] {
  return Object.entries(filters).map(([name, value]) => ({
    key: name,
    label: words.chip(words.filters[name as FilterName] ?? name, wordsOf(name, value, known)),
    onRemove: () => change({ [name]: undefined, ...fromStart }),
  }));
}

function wordsOf(name: string, value: string, known: KnownTerms): string {
  const kind = termFilters[name];
  if (kind) {
    return value
      .split(',')
      .map((id) => nameOfTerm(known[kind], id))
      .join(', ');
  }
  if (name === 'status') {
    return value
      .split(',')
      .map((one) => text.statuses[one as keyof typeof text.statuses] ?? one)
      .join(', ');
  }
  return name === 'country' ? countryName(value.toUpperCase()) : value;
}

const isDate = (sort: string) => sort === 'creation_date' || sort === 'last_modified';

function SortMenu({ listed: { sort, order }, change }: Pick<Props, 'listed' | 'change'>) {
  return (
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
}

export const sortedBy = (sort: string, order: 'asc' | 'desc'): Query => ({
  sort: sort === 'creation_date' ? undefined : sort,
  order: order === 'desc' ? undefined : order,
  ...fromStart,
});
