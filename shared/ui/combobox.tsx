/**
 * A text box with a list of matches, following the ARIA pattern for comboboxes: the focus stays in the box, arrows
 * move through the list. `Combobox` selects one entry; `TagBox` selects several, including new ones.
 */
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import { limitText } from './limit.tsx';
import { placeBy } from './place-popover.ts';
import { uiText } from './text.ts';

export type Choice = { value: string; label: string; note?: string };

type ListProps = {
  id: string;
  choices: Choice[];
  active: number;
  isOpen: boolean;
  onChoose: (choice: Choice) => void;
};

function Options({ id, choices, active, isOpen, onChoose }: ListProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = ref.current;
    if (!list) return;
    if (!isOpen) {
      list.hidePopover();
      return;
    }
    list.showPopover();
    const anchor = document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.closest<HTMLElement>('.combo');
    if (anchor) placeBy(anchor, list, true);
    list.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, active, choices.length, id]);
  return (
    <div ref={ref} id={id} class="options" role="listbox" aria-label={uiText.noOptions} popover="manual">
      {(isOpen ? choices : []).map(({ value, label, note }, n) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the text box's
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text box
        <div
          key={value}
          id={`${id}-${n}`}
          role="option"
          aria-selected={n === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose({ value, label })}
        >
          <span class="cut" dir="auto">
            {label}
          </span>
          {note && <small class="soft">{note}</small>}
        </div>
      ))}
    </div>
  );
}

type Keys = { close: () => void; choose: () => void; move: (to: number) => void; active: number; count: number };

/** Handles a key in a text box with a list. Returns false if the key does nothing. */
function act(event: KeyboardEvent, isOpen: boolean, { close, choose, move, active, count }: Keys): boolean {
  if (event.key === 'Escape' && isOpen) close();
  else if (event.key === 'Enter' && isOpen && count > 0) choose();
  else if (event.key === 'ArrowDown' && count > 0) move(isOpen ? (active + 1) % count : 0);
  else if (event.key === 'ArrowUp' && count > 0) move((active - 1 + count) % count);
  else return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}

type ComboboxProps = {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChoose: (value: string) => void;
  /** Called while the user types, so that choices can be looked up. */
  onType?: (text: string) => void;
  /** Skips filtering: `choices` already contains only the matches of the typed text. */
  areFound?: boolean;
  placeholder?: string;
  isLabelHidden?: boolean;
};

/** Selects one entry of a list. */
export function Combobox(props: ComboboxProps) {
  const { label, value, choices, onChoose, onType, areFound, placeholder, isLabelHidden } = props;
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const isOpen = typed !== undefined;
  const shown = areFound || !typed ? [...choices] : choices.filter((choice) => fits(choice, typed));
  const current = choices.find((choice) => choice.value === value)?.label ?? value;
  const close = () => {
    setTyped(undefined);
    setActive(0);
  };
  const choose = (choice: Choice | undefined) => {
    close();
    if (choice) onChoose(choice.value);
  };
  const open = () => {
    setTyped((before) => before ?? '');
    onType?.('');
  };
  return (
    <div class={isLabelHidden ? 'combo' : 'combo field'}>
      {!isLabelHidden && <label for={`${id}-box`}>{label}</label>}
      <input
        id={`${id}-box`}
        role="combobox"
        dir="auto"
        aria-label={isLabelHidden ? label : undefined}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && shown[active] ? `${id}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={isOpen ? current || placeholder : placeholder}
        value={typed ?? current}
        onClick={open}
        onBlur={close}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setActive(0);
          onType?.(event.currentTarget.value);
        }}
        onKeyDown={(event) =>
          act(event, isOpen, {
            close,
            choose: () => choose(shown[active]),
            move: (to) => {
              open();
              setActive(to);
            },
            active,
            count: shown.length,
          })
        }
      />
      <Options id={id} choices={shown} active={active} isOpen={isOpen && shown.length > 0} onChoose={choose} />
    </div>
  );
}

const fits = ({ value, label }: Choice, typed: string) =>
  `${label} ${value}`.toLowerCase().includes(typed.trim().toLowerCase());

/** Returns a check for choices with exactly this name. */
const isCalled =
  (name: string) =>
  ({ value, label }: Choice): boolean =>
    value === name || label === name;

type TagBoxProps = {
  label: string;
  values: readonly string[];
  /** The existing choices. */
  known: readonly Choice[];
  onChange: (values: string[]) => void;
  onType?: (text: string) => void;
  hint?: string;
  error?: string;
  /** Only existing choices are allowed. */
  isClosed?: boolean;
  /** The maximum number of choices. */
  most?: number;
  /** The label of a new entry in the list. */
  addText?: (name: string) => string;
};

type TagChoice = Pick<TagBoxProps, 'values' | 'known' | 'onChange' | 'onType' | 'isClosed' | 'most' | 'addText'>;

/** Returns the state of the tag box: the typed text, the marked choice, and how keys and choices change them. */
function useTagBox({ values, known, onChange, onType, isClosed, most, addText = uiText.create }: TagChoice) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const name = typed.trim();
  const own = known.find(isCalled(name));
  const shown = known
    .filter((choice) => !values.includes(choice.value) && fits(choice, typed))
    .sort((a, b) => Number(b === own) - Number(a === own))
    .slice(0, 50);
  const isNew = !isClosed && name !== '' && !values.includes(name) && !own;
  if (isNew) shown.push({ value: name, label: addText(name) });
  const addNamed = (names: string[]) => {
    const wanted = names.map((one) => known.find(isCalled(one))?.value ?? (isClosed ? '' : one));
    const added = new Set(wanted.filter((value) => value !== '' && !values.includes(value)));
    if (added.size > 0) onChange([...values, ...added].slice(0, most));
  };
  /** Adds the text before a comma as an entry, even if the comma was pasted or typed on a phone's keyboard. */
  const type = (text: string) => {
    const names = isClosed ? [text] : text.split(',');
    const rest = names.pop() ?? '';
    addNamed(names.map((one) => one.trim()));
    setTyped(rest);
    setOpen(true);
    setActive(0);
    onType?.(rest);
  };
  const add = (choice: Choice | undefined) => {
    if (choice) onChange([...values, choice.value].slice(0, most));
    setTyped('');
    setActive(0);
    setOpen(false);
    onType?.('');
  };
  const leave = () => {
    addNamed([name]);
    setTyped('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isTaken = act(event, isOpen, {
      close: () => setOpen(false),
      choose: () => add(shown[active]),
      move: (to) => {
        setOpen(true);
        setActive(to);
      },
      active,
      count: shown.length,
    });
    if (isTaken) return;
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      event.stopPropagation();
      setTyped('');
      onType?.('');
    }
    if (event.key === 'Backspace' && typed === '' && values.length > 0) onChange(values.slice(0, -1));
  };
  return { typed, isOpen, active, shown, type, add, leave, onKeyDown, open: () => setOpen(true) };
}

/**
 * Selects several entries, including new ones. Enter selects the marked entry; a comma and leaving the box select the
 * typed text. Backspace edits the last entry. Escape first closes the list, then clears the typed text.
 */
export function TagBox({ label, hint, error, ...choice }: TagBoxProps) {
  const { values, known, onChange, most } = choice;
  const id = useId();
  const { typed, isOpen, active, shown, type, add, leave, onKeyDown, open } = useTagBox(choice);
  const labelOf = (value: string) => known.find((one) => one.value === value)?.label ?? value;
  return (
    <Field label={label} hint={limitText(values.length, most) ?? hint} error={error}>
      {(control) => (
        <div class="combo">
          <div class="tokens">
            {values.map((value) => (
              <span key={value} class="tag">
                <span class="cut" dir="auto">
                  {labelOf(value)}
                </span>
                <button
                  type="button"
                  aria-label={uiText.remove(labelOf(value))}
                  onClick={() => onChange(values.filter((other) => other !== value))}
                >
                  <Icon name="close" size={11} />
                </button>
              </span>
            ))}
            <input
              {...control}
              role="combobox"
              dir="auto"
              aria-expanded={isOpen}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={isOpen && shown[active] ? `${id}-list-${active}` : undefined}
              autocomplete="off"
              value={typed}
              onInput={(event) => type(event.currentTarget.value)}
              onClick={open}
              onBlur={leave}
              onKeyDown={onKeyDown}
            />
          </div>
          <Options
            id={`${id}-list`}
            choices={shown}
            active={active}
            isOpen={isOpen && shown.length > 0}
            onChoose={add}
          />
        </div>
      )}
    </Field>
  );
}
