/** The toolbar of the contact list: search, filters, order and view. */
import { Icon } from '../../../../shared/ui/icon.tsx';
import { SortMenu } from '../../../../shared/ui/list/sort-menu.tsx';
import { fromStart } from '../../../../shared/ui/list/steps.tsx';
import { type Chip, ListTools } from '../../../../shared/ui/list/tools.tsx';
import { ViewMenu } from '../../../../shared/ui/list/view-menu.tsx';
import { isPhone } from '../../../../shared/ui/phone.ts';
import { useQuery } from '../../../../shared/ui/url-state.ts';
import type { Known } from '../../core/named-objects.ts';
import { pathTo } from '../../core/routes.ts';
import { may } from '../../core/session.ts';
import { paramsOf } from '../../filter/address.ts';
import { conditionsOf, type Filter, filterOf, type Kind, placeOf } from '../../filter/conditions.ts';
import { FilterEditor } from '../../filter/filter-editor.tsx';
import { wordsOf } from '../../filter/words.ts';
import { text } from '../../text/later.ts';
import { optionalColumns } from './columns.tsx';
import { filteredBy, filterObject, type Listed } from './list-query.ts';
import { SegmentMenu } from './saved-segment.tsx';
import { fieldColumns, pageSize, pageSizes, toggleField, view } from './view.ts';

const words = text.contacts;
const always: readonly Kind[] = ['status', 'tag', 'list'];
/** Kinds that the filters do not offer, because the search has its own box. */
const except: readonly Kind[] = ['search'];

type ToolbarProps = {
  listed: Listed;
  known: Known;
  /** Number of matches as text. */
  totalText: string | undefined;
};

export function Toolbar({ listed, known, totalText }: ToolbarProps) {
  const [query, change] = useQuery();
  const { filter } = listed;
  const narrow = (to: Filter) => {
    // Typing into a condition adds no entry to the browser's history.
    const isReplacing = conditionsOf(to).length === conditionsOf(filter).length;
    change(filteredBy(query, to), { isReplacing });
  };
  return (
    <ListTools
      search={words.search}
      value={listed.search}
      onSearch={(search) => change({ search, ...fromStart }, { isReplacing: true })}
      done={text.filter.show(totalText ?? words.title)}
      filters={() => <FilterEditor value={filter} onChange={narrow} always={always} except={except} />}
      chips={chipsOf(filter, known, narrow)}
      clear={{ label: text.filter.clear, onClear: () => change({ ...filteredBy(query, {}), saved: undefined }) }}
    >
      <SegmentMenu listed={listed} known={known} />
      <SortMenu listed={listed} sorts={words.sorts} ascending={['f_name', 'l_name', 'email']} change={change} />
      <ViewOptions known={known} onPageSize={() => change(fromStart)} />
      {may('editor') && (
        <a
          class={isPhone.value ? 'btn' : 'btn icon'}
          aria-label={words.exportThese}
          title={words.exportThese}
          href={pathTo('export', {}, paramsOf(filterObject(listed)))}
        >
          {isPhone.value && words.exportThese}
          <Icon name="download" />
        </a>
      )}
    </ListTools>
  );
}

/** Returns one chip per condition. Clicking the chip removes the condition. */
function chipsOf(filter: Filter, known: Known, onChange: (filter: Filter) => void): Chip[] {
  const conditions = conditionsOf(filter);
  return conditions.map((condition) => ({
    key: placeOf(condition),
    label: wordsOf(condition, known),
    onRemove: () => onChange(filterOf(conditions.filter((other) => other !== condition))),
  }));
}

const labels = Object.fromEntries(optionalColumns.map(({ key, head }) => [key, head]));

/** Shows the view's options. `onPageSize` returns to the first page. */
const ViewOptions = ({ known, onPageSize }: { known: Known; onPageSize: () => void }) => (
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
