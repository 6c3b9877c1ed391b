/** Segments in the contact list: choose one, change its filter, save it or save it as new. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { longestLabel } from '../../../../shared/limits-of-fields.ts';
import { Icon } from '../../../../shared/ui/icon.tsx';
import { Menu, type MenuItem } from '../../../../shared/ui/menu.tsx';
import { NameDialog } from '../../../../shared/ui/name-dialog.tsx';
import { toast, toastError } from '../../../../shared/ui/toast.tsx';
import { type Query, useQuery } from '../../../../shared/ui/url-state.ts';
import { api } from '../../core/api.ts';
import type { Known } from '../../core/named-objects.ts';
import { pathTo } from '../../core/routes.ts';
import { saveSegment } from '../../core/save-segment.ts';
import { refreshSegments } from '../../core/segments.ts';
import { may } from '../../core/session.ts';
import type { Segment } from '../../core/types.ts';
import { conditionsOf, type Filter, isSame } from '../../filter/conditions.ts';
import { filterWords } from '../../filter/words.ts';
import { text } from '../../text/later.ts';
import { filteredBy, filterObject, isFiltered, type Listed } from './list-query.ts';

const words = text.segments;

/** Returns the chosen segment, even if the filter has changed since it was chosen. */
const pickedOf = ({ saved }: Listed, { segments }: Known): Segment | undefined =>
  segments?.find(({ ID }) => String(ID) === saved);

/** Returns the query that shows a segment's contacts, with its filter ready to edit. */
export function segmentQuery({ ID, filter }: Pick<Segment, 'ID' | 'filter'>, before: Query = {}): Query {
  const { search, ...rest } = filter;
  return { ...filteredBy(before, rest), search: search === undefined ? undefined : String(search), saved: String(ID) };
}

type SegmentMenuProps = { listed: Listed; known: Known };

export function SegmentMenu({ listed, known }: SegmentMenuProps) {
  const [query, change] = useQuery();
  const picked = pickedOf(listed, known);
  if (!known.segments?.length) return null;
  return (
    <Menu
      label={picked ? words.picked(picked.name) : words.title}
      class="btn segment-menu"
      items={[
        ...known.segments.map((segment) => ({
          label: segment.name,
          isChecked: segment.ID === picked?.ID,
          onSelect: () => change(segmentQuery(segment, query)),
        })),
        { label: words.manage, isApart: true, icon: 'filter' as const, href: pathTo('segments') },
      ]}
    >
      <span class="cut" dir="auto">
        {picked?.name ?? words.title}
      </span>
      <Icon name="down" size={13} />
    </Menu>
  );
}

/** Returns menu items that save the list's filter, and their dialog. */
export function useSegmentActions(listed: Listed, known: Known): { actions: MenuItem[]; dialog: ComponentChildren } {
  const [query, change] = useQuery();
  const [isNaming, setNaming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const picked = pickedOf(listed, known);
  const filter = filterObject(listed);
  // The segment as it was chosen: others may have changed it since.
  const base = useRef(picked);
  if (base.current?.ID !== picked?.ID) base.current = picked;
  const isChanged = picked !== undefined && !isSame(conditionsOf(picked.filter), conditionsOf(filter));
  if (!may('editor') || !isFiltered(listed) || (picked && !isChanged)) return { actions: [], dialog: null };
  const save = async ({ ID, filter: before }: Segment) => {
    const show = (_: string, value: unknown) => filterWords(value as Filter, known);
    setBusy(true);
    try {
      const saved = await saveSegment({ filter: before }, { filter }, ID, { label: () => words.conditions, show });
      base.current = saved;
      await refreshSegments();
      if (!isSame(conditionsOf(saved.filter), conditionsOf(filter))) change(segmentQuery(saved, query));
      toast(words.saved(saved.name));
    } catch (error) {
      toastError(error as Error);
    }
    setBusy(false);
  };
  const actions: MenuItem[] = [
    { label: picked ? words.saveAsNew : words.save, icon: 'filter', onSelect: () => setNaming(true) },
  ];
  const { current } = base;
  if (current) {
    actions.unshift({ label: words.saveChanges, isDisabled: isBusy, onSelect: () => void save(current) });
  }
  const dialog = isNaming && (
    <NameDialog
      title={words.save}
      label={words.name}
      hint={words.saveHint}
      maxLength={longestLabel}
      action={text.actions.save}
      save={async (name) => {
        const { segment } = await api.post<{ segment: Segment }>('/segment/add', { name, filter });
        await refreshSegments();
        toast(words.saved(name));
        change({ saved: String(segment.ID) }, { isReplacing: true });
      }}
      onClose={() => setNaming(false)}
    />
  );
  return { actions, dialog };
}
