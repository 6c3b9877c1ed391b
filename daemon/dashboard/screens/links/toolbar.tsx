/** The toolbar of the list of links: search, filters, range, order and view. */

import { Combobox } from '../../../../shared/ui/combobox.tsx';
import { Select, TextField } from '../../../../shared/ui/field.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { SortMenu } from '../../../../shared/ui/list/sort-menu.tsx';
import { fromStart } from '../../../../shared/ui/list/steps.tsx';
import { ListTools } from '../../../../shared/ui/list/tools.tsx';
import { ViewMenu } from '../../../../shared/ui/list/view-menu.tsx';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import type { Query } from '../../../../shared/ui/url-state.ts';
import { workspace } from '../../core/session.ts';
import { text } from '../../text/text.ts';
import { useDomains, useKnownTags } from '../link-form/tag-and-domain-names.ts';
import { archivedStates, daysOfRange, defaultRange, type Listed, ranges, tagsModes } from './list-query.ts';
import { view } from './view.ts';

const words = text.links;
type Change = (changes: Query, how?: { isReplacing?: boolean }) => void;
type Props = { listed: Listed; change: Change };

export function Toolbar({ listed, change }: Props) {
  const { tag, domain, to, archived } = listed;
  const chips = [
    tag && { key: 'tag', label: words.chips.tag(tag) },
    domain && { key: 'domain', label: words.chips.domain(domain) },
    to && { key: 'to', label: words.chips.to(to) },
    ...moreFilters.map((key) => listed[key] && { key, label: words.chips[key](listed[key]) }),
    archived !== 'false' && { key: 'archived', label: words.archivedStates[archived] },
  ].filter((chip) => chip !== '' && chip !== false);
  return (
    <ListTools
      search={words.search}
      value={listed.q}
      onSearch={(q) => change({ q, ...fromStart }, { isReplacing: true })}
      filters={() => <Filters listed={listed} change={change} />}
      chips={chips.map((chip) => ({ ...chip, onRemove: () => change({ [chip.key]: undefined, ...fromStart }) }))}
    >
      <RangeMenu listed={listed} change={change} />
      <SortMenu listed={listed} sorts={words.sorts} ascending={['title']} change={change} />
      <ViewMenu view={view} labels={words.columns} />
    </ListTools>
  );
}

const moreFilters = ['tags', 'withoutTags', 'createdBy', 'createdFrom', 'createdTo'] as const;

function Filters({ listed, change }: Props) {
  const set = (name: string) => (value: string) => change({ [name]: value || undefined, ...fromStart });
  const tags = useKnownTags();
  const domains = useDomains();
  const any = { value: '', label: uiText.list.any };
  return (
    <>
      <Combobox
        label={words.columns.tag}
        value={listed.tag}
        choices={[any, ...tags]}
        placeholder={uiText.list.any}
        onChoose={(tag) => change({ tag, ...fromStart })}
      />
      <TextField label={words.manyTags} hint={words.manyTagsHint} value={listed.tags} onValue={set('tags')} />
      <Select
        label={words.tagsMode}
        value={listed.tagsMode}
        options={tagsModes.map((value) => ({ value, label: words.tagsModes[value] }))}
        onValue={set('tagsMode')}
      />
      <TextField label={words.withoutTags} value={listed.withoutTags} onValue={set('withoutTags')} />
      <Select
        label={words.createdBy}
        value={listed.createdBy}
        options={[
          any,
          { value: 'me', label: words.me },
          ...(listed.createdBy === '' || listed.createdBy === 'me'
            ? []
            : [{ value: listed.createdBy, label: listed.createdBy }]),
        ]}
        onValue={set('createdBy')}
      />
      <TextField label={words.createdFrom} type="date" value={listed.createdFrom} onValue={set('createdFrom')} />
      <TextField label={words.createdTo} type="date" value={listed.createdTo} onValue={set('createdTo')} />
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
