/** An editor for a filter, one row per condition. It reports each change and does not use the URL. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { search } from '../../../shared/limits-of-fields.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import { uiText } from '../../../shared/ui/text.ts';
import { type Known, useKnown } from '../core/named-objects.ts';
import { text } from '../text/later.ts';
import { isFree, nextOf } from './comparisons.ts';
import { ConditionRow } from './condition-row.tsx';
import { type Condition, type Filter, filterOf, isComplete, type Kind, objectIn, placeOf } from './conditions.ts';
import { followed, rowsOf } from './rows.ts';

const words = text.filter;
const none: readonly Kind[] = [];

type FilterEditorProps = {
  value: Filter;
  onChange: (filter: Filter) => void;
  /** Kinds that always have a row. */
  always?: readonly Kind[];
  /** Kinds that are not offered, because the screen has another control for them. */
  except?: readonly Kind[];
  /** The text shown without conditions. */
  empty?: string;
};

export function FilterEditor({ value, onChange, always = none, except = none, empty = words.all }: FilterEditorProps) {
  const known = useKnown();
  const [rows, change] = useRows(value, onChange, always);
  const box = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<string>();
  const focus = (selector: string) => box.current?.querySelector<HTMLElement>(selector)?.focus();
  useLayoutEffect(() => {
    if (added) focus(`[data-place="${added}"] :is(input, select, .filter-add)`);
    setAdded(undefined);
  }, [added]);

  const add = (condition: Condition) => {
    change([...rows, condition]);
    setAdded(placeOf(condition));
  };
  const remove = (row: Condition) => {
    const isLast = rows.filter(({ kind }) => kind === row.kind).length === 1;
    const emptied = always.includes(row.kind) && isLast ? [{ ...row, how: 'any' as const, values: [] }] : [];
    change(rows.flatMap((one) => (one === row ? emptied : [one])));
    focus(':scope > div > .filter-add');
  };
  return (
    <div class="filter" ref={box}>
      {rows.length === 0 && <p class="soft">{empty}</p>}
      {rows.map((row) => {
        const set = (condition: Condition) => change(rows.map((one) => (one === row ? condition : one)));
        return row.kind === 'groups' ? (
          <Groups key="groups" condition={row} except={except} onChange={set} onRemove={() => remove(row)} />
        ) : (
          <ConditionRow
            key={keyOf(row, rows)}
            condition={row}
            known={known}
            others={rows.filter((one) => one !== row)}
            onChange={set}
            onRemove={always.includes(row.kind) && !isComplete(row) ? undefined : () => remove(row)}
          />
        );
      })}
      <div>
        <Menu class="btn filter-add" items={itemsOf(rows, known, except, add)}>
          <Icon name="plus" />
          {words.add}
        </Menu>
      </div>
    </div>
  );
}

type GroupsProps = {
  condition: Condition;
  except: readonly Kind[];
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

const twoGroups: readonly string[] = ['', ''];

/** Groups of conditions. Contacts meet all conditions of at least one group. */
function Groups({ condition, except, onChange, onRemove }: GroupsProps) {
  const groups = condition.values.length > 0 ? condition.values : twoGroups;
  const set = (values: string[]) => onChange({ ...condition, values });
  /** Each group keeps its key, so that removing a group leaves the other groups' rows unchanged. */
  const [keys, setKeys] = useState(() => groups.map((_, n) => n));
  const keyed = groups.map((group, n) => ({ group, key: keys[n] ?? -1 - n }));
  const removeAt = (place: number) => {
    setKeys(keys.filter((_, n) => n !== place));
    if (groups.length === 1) onRemove();
    else set(groups.filter((_, n) => n !== place));
  };
  const add = () => {
    setKeys([...keys, Math.max(...keys) + 1]);
    set([...groups, '']);
  };
  return (
    <fieldset class="filter-groups stack" data-place={placeOf(condition)}>
      <legend>{words.groups.title}</legend>
      {keyed.map(({ group, key }, place) => (
        <div key={key} class="card">
          <fieldset class="body stack" aria-label={words.groups.one(place + 1)}>
            <div class="bar">
              <b>{words.groups.one(place + 1)}</b>
              <Button
                kind="bare"
                icon="close"
                label={uiText.remove(words.groups.one(place + 1))}
                onClick={() => removeAt(place)}
              />
            </div>
            <FilterEditor
              value={objectIn(group)}
              onChange={(filter) => set(groups.map((one, n) => (n === place ? textOf(filter) : one)))}
              except={[...except, 'groups', 'segment']}
              empty={words.groups.empty}
            />
          </fieldset>
        </div>
      ))}
      <div>
        <Button icon="plus" disabled={groups.length === search.groups} onClick={add}>
          {words.groups.add}
        </Button>
      </div>
    </fieldset>
  );
}

const textOf = (filter: Filter) => (Object.keys(filter).length === 0 ? '' : JSON.stringify(filter));

/** Returns a row's key, which stays the same when the operator changes, so that the focus is kept too. */
function keyOf(row: Condition, rows: readonly Condition[]): string {
  const { kind, field } = row;
  const alike = rows.filter((one) => one.kind === kind && one.field === field);
  return [kind, field, alike.indexOf(row)].join(' ');
}

/** Keeps the rows in sync with the filter, which does not contain incomplete conditions. */
function useRows(value: Filter, onChange: (filter: Filter) => void, always: readonly Kind[]) {
  const mark = JSON.stringify(value);
  const state = useRef({ mark, rows: rowsOf(value, always) });
  const [, redraw] = useState(0);
  if (mark !== state.current.mark) state.current = { mark, rows: followed(state.current.rows, value, always) };
  const change = (rows: Condition[]) => {
    const before = JSON.stringify(filterOf(state.current.rows));
    state.current.rows = rows;
    redraw((n) => n + 1);
    const filter = filterOf(rows);
    if (JSON.stringify(filter) !== before) onChange(filter);
  };
  return [state.current.rows, change] as const;
}

const offered: readonly Kind[] = [
  'status',
  'tag',
  'list',
  'segment',
  'country',
  'state',
  'source',
  'type',
  'points',
  'added',
  'changed',
  'clicked_link',
  'clicked_tag',
  'event',
  'search',
  'groups',
];

/** Returns menu items for the conditions that can be added. */
function itemsOf(rows: Condition[], known: Known, except: readonly Kind[], add: (condition: Condition) => void) {
  const item = (label: string, condition: Condition | undefined) =>
    condition ? [{ label, onSelect: () => add(condition), isApart: false }] : [];
  const kinds = offered
    .filter((kind) => !except.includes(kind))
    .flatMap((kind) => item(words.kinds[kind], nextOf(kind, undefined, rows)));
  const fields = (known.fields ?? []).flatMap((field) => item(field.name, nextOf('field', field, rows)));
  const criteria = (known.kinds?.criteria ?? [])
    .filter(({ value }) => value !== null)
    .map(({ name, label }) => ({
      label,
      condition: { kind: 'criterion', how: 'any', field: name, values: [] } as const,
    }))
    .filter(({ condition }) => isFree(condition, rows))
    .flatMap(({ label, condition }) => item(label, { ...condition, values: [] }));
  const apart = [fields, criteria].flatMap((some) => some.map((one, n) => ({ ...one, isApart: n === 0 })));
  return [...kinds, ...apart];
}
