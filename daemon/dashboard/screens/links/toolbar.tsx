/** The toolbar of the list of links: search, filters, range, order and view. */

import { TagBox } from '../../../../shared/ui/combobox.tsx';
import { type Option, Select, TextField } from '../../../../shared/ui/field.tsx';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { SortMenu } from '../../../../shared/ui/list/sort-menu.tsx';
import { fromStart } from '../../../../shared/ui/list/steps.tsx';
import { ListTools } from '../../../../shared/ui/list/tools.tsx';
import { ViewMenu } from '../../../../shared/ui/list/view-menu.tsx';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Menu } from '../../../../shared/ui/menu.tsx';
import { uiText } from '../../../../shared/ui/text.ts';
import type { Query } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import { may, session, workspace } from '../../core/session.ts';
import type { Key, Member } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { useDomains, useKnownTags } from '../link-form/tag-and-domain-names.ts';
import {
  archivedStates,
  daysOfRange,
  defaultRange,
  healths,
  type Listed,
  noFilters,
  ranges,
  tagged,
  tagsModes,
  toNames,
} from './list-query.ts';
import { view } from './view.ts';

const words = text.links;
type Change = (changes: Query, how?: { isReplacing?: boolean }) => void;
type Props = { listed: Listed; change: Change };

export function Toolbar({ listed, change }: Props) {
  const chips = useChips(listed).map(({ rest, ...chip }) => ({
    ...chip,
    onRemove: () => change({ ...rest, ...fromStart }),
  }));
  return (
    <ListTools
      search={words.search}
      value={listed.q}
      onSearch={(q) => change({ q, ...fromStart }, { isReplacing: true })}
      filters={() => <Filters listed={listed} change={change} />}
      chips={chips}
      clear={
        chips.length > 1 ? { label: words.clearAll, onClear: () => change({ ...noFilters, q: listed.q }) } : undefined
      }
    >
      <RangeMenu listed={listed} change={change} />
      <SortMenu listed={listed} sorts={words.sorts} ascending={['title']} change={change} />
      <ViewMenu view={view} labels={words.columns} />
    </ListTools>
  );
}

/** A chip. `rest` is the change of the URL that removes the chip's filter. */
type FilterChip = { key: string; label: string; rest: Query };

/** Returns the active filters. With `any`, the tags are one filter. */
function useChips(listed: Listed): FilterChip[] {
  const { tags, withoutTags, archived, health } = listed;
  const creators = useCreators(listed.createdBy !== '' && listed.createdBy !== 'me');
  const shown = {
    domain: listed.domain,
    to: listed.to,
    createdBy: creators.find(({ value }) => value === listed.createdBy)?.label ?? nameOfOther(listed.createdBy),
    createdFrom: listed.createdFrom,
    createdTo: listed.createdTo,
  };
  const without = (all: string[], one: string) => all.filter((other) => other !== one);
  return [
    ...(listed.tagsMode === 'any' && tags.length > 1
      ? [{ key: 'tags', label: words.chips.anyTag(tags), rest: { ...tagged([]), tagsMode: undefined } }]
      : tags.map((tag) => ({ key: `tag ${tag}`, label: words.chips.tag(tag), rest: tagged(without(tags, tag)) }))),
    ...withoutTags.map((tag) => ({
      key: `without ${tag}`,
      label: words.chips.withoutTag(tag),
      rest: { withoutTags: toNames(without(withoutTags, tag)) },
    })),
    ...(Object.keys(shown) as (keyof typeof shown)[]).flatMap((key) =>
      shown[key] ? [{ key, label: words.chips[key](shown[key]), rest: { [key]: undefined } }] : [],
    ),
    ...(health
      ? [{ key: 'health', label: words.chips.health(words.healths[health]), rest: { health: undefined } }]
      : []),
    ...(archived === 'false'
      ? []
      : [{ key: 'archived', label: words.archivedStates[archived], rest: { archived: undefined } }]),
  ];
}

function Filters({ listed, change }: Props) {
  const { tags, withoutTags } = listed;
  const set = (name: string) => (value: string) => change({ [name]: value || undefined, ...fromStart });
  const known = useKnownTags();
  const domains = useDomains();
  const any = { value: '', label: uiText.list.any };
  const creators = [any, ...useCreators(true)];
  const { createdBy } = listed;
  return (
    <>
      <TagBox
        label={words.columns.tags}
        values={tags}
        known={known}
        isClosed
        most={mostTags}
        onChange={(values) => change({ ...tagged(values), ...fromStart })}
      />
      {tags.length > 1 && (
        <Select
          label={words.tagsMode}
          value={listed.tagsMode}
          options={tagsModes.map((value) => ({ value, label: words.tagsModes[value] }))}
          onValue={(mode) => change({ tagsMode: mode === 'any' ? mode : undefined, ...fromStart })}
        />
      )}
      <TagBox
        label={words.withoutTags}
        values={withoutTags}
        known={known}
        isClosed
        most={mostTags}
        onChange={(values) => change({ withoutTags: toNames(values), ...fromStart })}
      />
      <Select
        label={words.columns.creator}
        value={createdBy}
        options={
          creators.some(({ value }) => value === createdBy)
            ? creators
            : [...creators, { value: createdBy, label: nameOfOther(createdBy) }]
        }
        onValue={set('createdBy')}
      />
      <TextField label={words.createdFrom} type="date" value={listed.createdFrom} onValue={set('createdFrom')} />
      <TextField label={words.createdTo} type="date" value={listed.createdTo} onValue={set('createdTo')} />
      <Select label={words.domain} value={listed.domain} options={[any, ...(domains ?? [])]} onValue={set('domain')} />
      <Select
        label={words.health}
        value={listed.health}
        options={[any, ...healths.map((value) => ({ value, label: words.healths[value] }))]}
        onValue={set('health')}
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

/** The service's maximum number of tags in a filter. */
const mostTags = 10;

/** Returns the name of a creator that is not listed. */
const nameOfOther = (id: string) => (id.startsWith('imp_') ? text.link.creators.import : id);

/** Returns the possible creators of links: the user, the other members, and API keys if the user can list them. */
function useCreators(isNeeded: boolean): Option[] {
  const load = async (signal: AbortSignal) => {
    const [{ members }, { keys }] = await Promise.all([
      api.get<{ members: Member[] }>('/members', {}, signal),
      may('member') ? api.get<{ keys: Key[] }>('/keys', {}, signal) : { keys: [] },
    ]);
    const own = session.value?.user.id;
    return [
      ...members.flatMap(({ userId, name, email }) =>
        userId && userId !== own ? [{ value: userId, label: name || email }] : [],
      ),
      ...keys.map(({ id, name }) => ({ value: id, label: words.keyNamed(name) })),
    ];
  };
  const { data } = useLoad(isNeeded ? load : undefined, [isNeeded]);
  return [{ value: 'me', label: words.me }, ...(data ?? [])];
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
