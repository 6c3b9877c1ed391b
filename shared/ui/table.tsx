/** A table with sorting, selection and a menu of actions for each row. Columns can be hidden on narrow screens. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { type MenuItem, MoreMenu } from './menu.tsx';
import { uiText } from './text.ts';

export type Column<Row> = {
  key: string;
  head: string;
  cell: (row: Row) => ComponentChildren;
  isNumber?: boolean;
  /** Gives the column the remaining width. Long texts are cut off. */
  isGrowing?: boolean;
  /** Hides the column on narrow screens. */
  isWide?: boolean;
  /** The sort key, if rows can be sorted by this column. */
  sort?: string;
  /** Shows the heading only to screen readers. */
  isHeadHidden?: boolean;
  /** The class of the column's cells. */
  class?: string;
};

type Sort = { by: string; order: 'asc' | 'desc'; onSort: (by: string, order: 'asc' | 'desc') => void };

export type Selection = {
  ids: ReadonlySet<string>;
  onChange: (ids: Set<string>) => void;
};

export type TableProps<Row> = {
  /** The kind of rows, for screen readers. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** Returns a row's key, for rows without `id` or `ID`. */
  idOf?: (row: Row) => string;
  /** Returns a row's name for its checkbox and its menu, for rows without `name`. */
  nameOf?: (row: Row) => string;
  sort?: Sort;
  selection?: Selection;
  actions?: (row: Row) => MenuItem[];
  /** Handles keys that are pressed while the focus is in a row. */
  onKey?: (row: Row, event: KeyboardEvent) => void;
};

type Named = { id?: unknown; ID?: unknown; name?: unknown };

const ownId = (row: unknown) => String((row as Named).id ?? (row as Named).ID);

export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, columns, idOf = ownId, sort, selection, actions } = props;
  const last = useRef<string>();
  const choose = (id: string, isOn: boolean, isRange: boolean) => {
    if (!selection) return;
    const ids = new Set(selection.ids);
    for (const one of isRange ? between(rows.map(idOf), last.current, id) : [id]) {
      if (isOn) ids.add(one);
      else ids.delete(one);
    }
    last.current = id;
    selection.onChange(ids);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section class="table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {selection && (
              <th class="check">
                <SelectAll rows={rows.map(idOf)} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.key} column={column as Column<unknown>} sort={sort} />
            ))}
            {actions && (
              <th>
                <span class="sr">{uiText.actions('')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <BodyRow key={idOf(row)} {...props} row={row} onSelect={choose} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type BodyRowProps<Row> = TableProps<Row> & {
  row: Row;
  onSelect: (id: string, isOn: boolean, isRange: boolean) => void;
};

function BodyRow<Row>({ row, columns, selection, actions, onKey, onSelect, ...props }: BodyRowProps<Row>) {
  const id = (props.idOf ?? ownId)(row);
  const name = props.nameOf?.(row) ?? String((row as Named).name ?? id);
  return (
    <tr
      aria-selected={selection ? selection.ids.has(id) : undefined}
      onKeyDown={onKey && ((event) => onKey(row, event))}
    >
      {selection && (
        <td class="check">
          <input
            type="checkbox"
            aria-label={uiText.select(name)}
            checked={selection.ids.has(id)}
            onClick={(event) => onSelect(id, event.currentTarget.checked, event.shiftKey)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} class={classesOf(column as Column<unknown>)}>
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td class="num">
          <MoreMenu name={name} class="btn bare icon" items={actions(row)} />
        </td>
      )}
    </tr>
  );
}

const classesOf = ({ isNumber, isGrowing, isWide, class: own }: Column<unknown>) =>
  [isNumber && 'num', isGrowing && 'grow', isWide && 'wide', own].filter(Boolean).join(' ');

function Head({ column, sort }: { column: Column<unknown>; sort?: Sort }) {
  const { head, sort: by, isHeadHidden } = column;
  const isSorted = by !== undefined && sort?.by === by;
  if (!by || !sort) {
    return (
      <th scope="col" class={classesOf(column)}>
        {isHeadHidden ? <span class="sr">{head}</span> : head}
      </th>
    );
  }
  return (
    <th
      scope="col"
      class={classesOf(column)}
      aria-sort={isSorted ? (sort.order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        title={uiText.sortBy(head)}
        onClick={() => sort.onSort(by, isSorted && sort.order === 'desc' ? 'asc' : 'desc')}
      >
        {head}
        {isSorted && <Icon name={sort.order === 'asc' ? 'ascending' : 'descending'} size={13} />}
      </button>
    </th>
  );
}

function SelectAll({ rows, selection }: { rows: string[]; selection: Selection }) {
  const chosen = rows.filter((id) => selection.ids.has(id)).length;
  return (
    <input
      type="checkbox"
      aria-label={uiText.selectAll}
      checked={chosen > 0 && chosen === rows.length}
      ref={(input) => {
        if (input) input.indeterminate = chosen > 0 && chosen < rows.length;
      }}
      onChange={(event) => {
        const ids = new Set(selection.ids);
        for (const id of rows) {
          if (event.currentTarget.checked) ids.add(id);
          else ids.delete(id);
        }
        selection.onChange(ids);
      }}
    />
  );
}

/** Returns the ids from one row to another, inclusive. */
function between(ids: string[], from: string | undefined, to: string): string[] {
  const ends = [ids.indexOf(from ?? to), ids.indexOf(to)].sort((a, b) => a - b);
  return ends[0] === -1 ? [to] : ids.slice(ends[0], (ends[1] ?? 0) + 1);
}
