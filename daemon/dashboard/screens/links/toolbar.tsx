/** Above the list of links: search, filters, range, order and view. */
import { useState } from 'preact/hooks';
import type { Query } from '../../../../shared/ui/address.ts';
import { Button } from '../../../../shared/ui/button.tsx';
import { Combobox } from '../../../../shared/ui/combobox.tsx';
import { Select } from '../../../../shared/ui/field.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { workspace } from '../../session.ts';
import { text } from '../../text/text.ts';
import { archivedStates, daysOfRange, defaultRange, fromStart, type Listed, ranges, sorts } from './list-query.ts';
import { useDomains, useKnownTags } from './pick.ts';
import { hiddenColumns, isCompact, optionalColumns, resetView, toggleColumn } from './view.ts';

const words = text.links;
type Change = (changes: Query, how?: { isReplacing?: boolean }) => void;
type Props = { listed: Listed; change: Change };

export function Toolbar({ listed, change }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div class="links-tools">
        <input
          class="links-find"
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={listed.q}
          onInput={(event) => change({ q: event.currentTarget.value, ...fromStart }, { isReplacing: true })}
        />
        <Button icon="filter" aria-expanded={isOpen} aria-controls="link-filters" onClick={() => setOpen(!isOpen)}>
          {words.filter}
        </Button>
        <RangeMenu listed={listed} change={change} />
        <SortMenu listed={listed} change={change} />
        <ViewMenu />
      </div>
      <div id="link-filters" class="links-filters card" hidden={!isOpen}>
        {isOpen && <Filters listed={listed} change={change} />}
      </div>
      <Chips listed={listed} change={change} />
    </>
  );
}

function Filters({ listed, change }: Props) {
  const tags = useKnownTags();
  const domains = useDomains();
  const any = { value: '', label: words.any };
  return (
    <>
      <Combobox
        label={words.columns.tag}
        value={listed.tag}
        choices={[any, ...tags]}
        placeholder={words.any}
        onChoose={(tag) => change({ tag, ...fromStart })}
      />
      <Select
        label={words.domain}
        value={listed.domain}
        options={[any, ...(domains ?? [])]}
        onValue={(domain) => change({ domain, ...fromStart })}
      />
      <Select
        label={words.shown}
        value={listed.archived}
        options={archivedStates.map((value) => ({ value, label: words.archivedStates[value] }))}
        onValue={(archived) => change({ archived: archived === 'false' ? undefined : archived, ...fromStart })}
      />
    </>
  );
}

/** What narrows the list, each to be taken away. */
function Chips({ listed: { tag, domain, to, archived }, change }: Props) {
  const chips = [
    tag && { key: 'tag', label: words.chips.tag(tag) },
    domain && { key: 'domain', label: words.chips.domain(domain) },
    to && { key: 'to', label: words.chips.to(to) },
    archived !== 'false' && { key: 'archived', label: words.archivedStates[archived] },
  ].filter((chip) => chip !== '' && chip !== false);
  if (chips.length === 0) return null;
  return (
    <div class="chips">
      {chips.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          class="chip"
          aria-label={text.ui.remove(label)}
          onClick={() => change({ [key]: undefined, ...fromStart })}
        >
          <span class="cut">{label}</span>
          <Icon name="close" size={12} />
        </button>
      ))}
    </div>
  );
}

function RangeMenu({ listed, change }: Props) {
  const kept = workspace.value?.limits.retentionDays ?? Number.POSITIVE_INFINITY;
  return (
    <Menu
      label={words.range(words.ranges[listed.range])}
      items={ranges.map((range) => {
        const isBeyond = range !== 'all' && daysOfRange[range] > kept;
        return {
          label: isBeyond ? words.beyond(words.ranges[range], kept) : words.ranges[range],
          isChecked: range === listed.range,
          isDisabled: isBeyond,
          onSelect: () => change({ range: range === defaultRange ? undefined : range }),
        };
      })}
    >
      {words.ranges[listed.range]}
      <Icon name="down" size={13} />
    </Menu>
  );
}

function SortMenu({ listed, change }: Props) {
  return (
    <Menu
      label={words.sortedBy(words.sorts[listed.sort])}
      items={[
        ...sorts.map((sort) => ({
          label: words.sorts[sort],
          isChecked: sort === listed.sort,
          onSelect: () => change(sortedBy(sort, sort === 'title' ? 'asc' : 'desc')),
        })),
        ...(['desc', 'asc'] as const).map((order, n) => ({
          label: words.orders[order],
          isChecked: order === listed.order,
          isApart: n === 0,
          onSelect: () => change(sortedBy(listed.sort, order)),
        })),
      ]}
    >
      {words.sortedBy(words.sorts[listed.sort])}
      <Icon name="down" size={13} />
    </Menu>
  );
}

export const sortedBy = (sort: string, order: 'asc' | 'desc'): Query => ({
  sort: sort === 'createdAt' ? undefined : sort,
  order: order === 'desc' ? undefined : order,
  ...fromStart,
});

function ViewMenu() {
  return (
    <Menu
      label={words.view}
      class="btn icon"
      isSticky
      items={[
        {
          label: words.compact,
          isChecked: isCompact.value,
          onSelect: () => {
            isCompact.value = !isCompact.value;
          },
        },
        ...optionalColumns.map((column, n) => ({
          label: words.columns[column],
          isChecked: !hiddenColumns.value.includes(column),
          isApart: n === 0,
          onSelect: () => toggleColumn(column),
        })),
        { label: words.resetView, isApart: true, onSelect: resetView },
      ]}
    >
      <Icon name="columns" />
    </Menu>
  );
}
