/**
 * The finder for screens, actions and the service's objects. The user types a few letters. The focus stays in the text
 * box. Arrow keys move through the list, and Enter chooses a row.
 */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Dialog } from '../dialog.tsx';
import { sentenceOf } from '../field-problems.ts';
import { Icon, type IconName } from '../icon.tsx';
import { useLoad, useSettled } from '../load.ts';
import { follow } from '../navigate.ts';
import { uiText } from '../text.ts';
import { useEnter } from './use-enter.ts';

/** A result: a link or an action. */
export type Found = { label: string; note?: string; icon: IconName } & ({ href: string } | { act: () => void });

export type Findable = {
  screens: readonly Found[];
  acts: readonly Found[];
  /** The heading of the objects that the service finds. */
  things: string;
  findThings: (text: string, signal: AbortSignal) => Promise<Found[]>;
};

/** Returns whether each typed word starts a word of the label or the note. */
const fits = ({ label, note = '' }: Found, typed: string) =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => ` ${label} ${note}`.toLowerCase().includes(` ${word}`));

export function Finder({ screens, acts, things, findThings, onClose }: Findable & { onClose: () => void }) {
  const words = uiText.find;
  const id = useId();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const text = typed.trim();
  const search = useThings(text, findThings);
  const groups = [
    { title: words.screens, rows: screens.filter((row) => fits(row, text)) },
    { title: words.acts, rows: acts.filter((row) => fits(row, text)) },
    { title: things, rows: search.found },
  ].filter(({ rows }) => rows.length > 0);
  const rows = groups.flatMap((group) => group.rows);
  const choose = (row: Found) => {
    onClose();
    if ('href' in row) follow(row.href);
    else row.act();
  };
  const enter = useEnter(rows[active], search.isPending, choose);
  const move = (by: number) => rows.length > 0 && setActive((active + by + rows.length) % rows.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') enter.press();
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={words.title} onClose={onClose}>
      <input
        class="finder-box"
        role="combobox"
        type="text"
        dir="auto"
        aria-label={words.note}
        placeholder={words.note}
        aria-expanded={rows.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={rows[active] ? `${id}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
          enter.forget();
        }}
        onKeyDown={onKeyDown}
      />
      <Results id={id} groups={groups} active={rows[active]} onChoose={choose} onClose={onClose} />
      <p class="soft small" aria-live="polite">
        {search.error
          ? sentenceOf(search.error.message)
          : rows.length === 0 && (search.isPending ? words.looking : uiText.noneFound)}
      </p>
    </Dialog>
  );
}

type ResultsProps = {
  id: string;
  groups: { title: string; rows: readonly Found[] }[];
  active: Found | undefined;
  onChoose: (row: Found) => void;
  onClose: () => void;
};

function Results({ id, groups, active, onChoose, onClose }: ResultsProps) {
  const rows = groups.flatMap((group) => group.rows);
  return (
    <div id={id} class="finder-list" role="listbox" aria-label={uiText.find.found}>
      {groups.map(({ title, rows: own }, n) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, no fieldsets
        <div key={title} role="group" aria-labelledby={`${id}-group-${n}`}>
          <div id={`${id}-group-${n}`} class="finder-group soft small" role="presentation">
            {title}
          </div>
          {own.map((row) => {
            const at = rows.indexOf(row);
            return (
              <Row
                key={at}
                row={row}
                id={`${id}-${at}`}
                isActive={row === active}
                onChoose={() => onChoose(row)}
                onClose={onClose}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** Finds the service's objects once the user has typed something, and drops results for an earlier text. */
function useThings(text: string, find: Findable['findThings']) {
  const settled = useSettled(text, 120);
  const { data, error } = useLoad(
    settled === '' ? undefined : (signal) => find(settled, signal).then((found) => ({ text: settled, found })),
    [settled],
  );
  const isAnswer = data?.text === text;
  return {
    found: text !== '' && isAnswer ? data.found : [],
    error: text === '' || isAnswer ? undefined : error,
    isPending: text !== '' && !isAnswer && !error,
  };
}

type RowProps = { row: Found; id: string; isActive: boolean; onChoose: () => void; onClose: () => void };

function Row({ row, id, isActive, onChoose, onClose }: RowProps) {
  const ref = useRef<HTMLAnchorElement & HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const shape = { ref, id, role: 'option', tabIndex: -1, 'aria-selected': isActive } as const;
  const inside = (
    <>
      <Icon name={row.icon} />
      <span class="cut" dir="auto">
        {row.label}
      </span>
      {row.note && (
        <small class="soft cut" dir="auto">
          {row.note}
        </small>
      )}
    </>
  );
  // The focus stays in the text box.
  const onMouseDown = (event: MouseEvent) => event.preventDefault();
  return 'href' in row ? (
    <a {...shape} href={row.href} onMouseDown={onMouseDown} onClick={onClose}>
      {inside}
    </a>
  ) : (
    <button {...shape} type="button" onMouseDown={onMouseDown} onClick={onChoose}>
      {inside}
    </button>
  );
}
