/** The card that chooses an export's columns and their order. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../../../shared/ui/button.tsx';
import { text } from '../../text/later.ts';
import { chosenColumns, chosenOf, type ExportColumn, moved, usualOf } from './columns.ts';

const words = text.export;

export function ColumnPicker({ all }: { all: readonly ExportColumn[] }) {
  const chosen = chosenOf(all, chosenColumns.value);
  const others = all.filter((column) => !chosen.includes(column));
  const box = useRef<HTMLElement>(null);
  const keepFocus = useFocusKept(box);
  const choose = (columns: readonly ExportColumn[]) => {
    chosenColumns.value = columns.map(({ name }) => name);
  };
  const move = (from: number, by: -1 | 1) => {
    const column = chosen[from];
    if (!column || !chosen[from + by]) return;
    choose(moved(chosen, from, from + by));
    keepFocus(column.name, by < 0 ? 'up' : 'down');
  };
  const toggle = (column: ExportColumn) => {
    choose(chosen.includes(column) ? chosen.filter((one) => one !== column) : [...chosen, column]);
    keepFocus(column.name, 'check');
  };
  return (
    <section class="card" ref={box} aria-labelledby="columns">
      <header>
        <h2 id="columns">{words.columnsTitle}</h2>
        <span aria-live="polite">{words.chosen(chosen.length, all.length)}</span>
      </header>
      <div class="bar column-acts">
        <Button onClick={() => choose(all)}>{words.allColumns}</Button>
        <Button
          onClick={() => {
            chosenColumns.value = null;
          }}
          disabled={isSame(chosen, usualOf(all))}
        >
          {words.usualColumns}
        </Button>
      </div>
      <ol class="columns">
        {chosen.map((column, place) => (
          <li key={column.name} data-column={column.name}>
            <Pick column={column} isOn onToggle={() => toggle(column)} />
            <MoveButtons
              label={column.label}
              isFirst={place === 0}
              isLast={place === chosen.length - 1}
              onMove={(by) => move(place, by)}
            />
          </li>
        ))}
      </ol>
      {others.length > 0 && (
        <>
          <h3 class="left-out">{words.leftOut}</h3>
          <ul class="columns">
            {others.map((column) => (
              <li key={column.name} data-column={column.name}>
                <Pick column={column} onToggle={() => toggle(column)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const isSame = (columns: readonly ExportColumn[], names: readonly string[]) =>
  columns.map(({ name }) => name).join() === names.join();

type PickProps = { column: ExportColumn; isOn?: boolean; onToggle: () => void };

const Pick = ({ column: { name, label }, isOn = false, onToggle }: PickProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} data-way="check" onChange={onToggle} />
    <span class="cut" dir="auto" title={name}>
      {label} <code class="soft small">{name}</code>
    </span>
  </label>
);

type MoveButtonsProps = { label: string; isFirst: boolean; isLast: boolean; onMove: (by: -1 | 1) => void };

const MoveButtons = ({ label, isFirst, isLast, onMove }: MoveButtonsProps) => (
  <>
    <Button
      kind="bare"
      icon="ascending"
      label={words.up(label)}
      data-way="up"
      aria-disabled={isFirst}
      onClick={() => onMove(-1)}
    />
    <Button
      kind="bare"
      icon="descending"
      label={words.down(label)}
      data-way="down"
      aria-disabled={isLast}
      onClick={() => onMove(1)}
    />
  </>
);

/** Returns a function that restores the focus after a row has moved. */
function useFocusKept(box: { current: HTMLElement | null }) {
  const [wanted, setWanted] = useState<{ selector: string }>();
  useLayoutEffect(() => {
    if (wanted) box.current?.querySelector<HTMLElement>(wanted.selector)?.focus();
  }, [wanted]);
  return (name: string, way: string) =>
    setWanted({ selector: `[data-column="${CSS.escape(name)}"] [data-way="${way}"]` });
}
