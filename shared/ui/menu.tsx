/** A button that opens a list of things to do: arrows move, letters jump, Escape closes and gives the focus back. */
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { placeBy } from './place-popover.ts';

export type MenuItem = {
  label: string;
  icon?: IconName;
  /** Goes there instead of doing something. */
  href?: string;
  onSelect?: () => void;
  isBad?: boolean;
  /** One of several of which one is taken, or can each be on or off. */
  isChecked?: boolean;
  isDisabled?: boolean;
  shortcut?: string;
  /** A line above it. */
  isApart?: boolean;
};

type MenuProps = {
  /** The button's name, where its content does not say it. */
  label?: string;
  items: MenuItem[];
  /** The content of the button. */
  children: ComponentChildren;
  class?: string;
  /** Stays open after a choice. */
  isSticky?: boolean;
};

export function Menu({ label, items, children, class: classes = 'btn', isSticky }: MenuProps) {
  // The rows are made when it opens: a list has a menu in every row.
  const [opened, setOpened] = useState<'at its start' | 'at its end'>();
  /** A press on the button closes the list by itself, before it is a click. */
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([disabled])') ?? [])];
  useLayoutEffect(() => {
    if (!opened || !list.current || !button.current) return;
    list.current.showPopover();
    placeBy(button.current, list.current);
    rows()
      .at(opened === 'at its end' ? -1 : 0)
      ?.focus();
  }, [opened]);
  const close = () => {
    list.current?.hidePopover();
    button.current?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const all = rows();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to: Record<string, number> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const jump = /^\p{L}$/u.test(event.key)
      ? [...all.slice(at + 1), ...all].find((row) => row.textContent?.trim().toLowerCase().startsWith(event.key))
      : all[to[event.key] ?? -1];
    if (jump) {
      event.preventDefault();
      event.stopPropagation();
      jump.focus();
    }
    if (event.key === 'Tab') list.current?.hidePopover();
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  return (
    <>
      <button
        ref={button}
        type="button"
        class={classes}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        aria-controls={opened && id}
        aria-label={label}
        onPointerDown={() => {
          wasOpen.current = opened !== undefined;
        }}
        onClick={() => {
          if (wasOpen.current || opened) close();
          else setOpened('at its start');
          wasOpen.current = false;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpened(event.key === 'ArrowUp' ? 'at its end' : 'at its start');
        }}
      >
        {children}
      </button>
      {opened && (
        <div
          ref={list}
          id={id}
          class="menu"
          popover="auto"
          role="menu"
          aria-label={label}
          onKeyDown={move}
          onToggle={(event) => {
            if ((event as unknown as ToggleEvent).newState === 'closed') setOpened(undefined);
          }}
        >
          {items.map((item) => (
            <MenuRow key={item.label} item={item} onChosen={() => isSticky || close()} />
          ))}
        </div>
      )}
    </>
  );
}

function MenuRow({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const { label, icon, href, onSelect, isBad, isChecked, isDisabled, shortcut, isApart } = item;
  const inside = (
    <>
      {isChecked !== undefined ? (
        <span style={{ inlineSize: '17px', blockSize: '17px' }}>{isChecked && <Icon name="check" />}</span>
      ) : (
        icon && <Icon name={icon} />
      )}
      <span dir="auto">{label}</span>
      {shortcut && (
        <span class="kbd" aria-hidden="true">
          {shortcut}
        </span>
      )}
    </>
  );
  const shape = { tabIndex: -1, class: isBad ? 'bad' : '' };
  const choose = () => {
    onChosen();
    onSelect?.();
  };
  return (
    <>
      {isApart && <hr />}
      {href ? (
        <a {...shape} role="menuitem" href={href} onClick={choose}>
          {inside}
        </a>
      ) : (
        <button
          {...shape}
          type="button"
          {...(isChecked === undefined
            ? { role: 'menuitem' }
            : { role: 'menuitemcheckbox', 'aria-checked': isChecked })}
          disabled={isDisabled}
          onClick={choose}
        >
          {inside}
        </button>
      )}
    </>
  );
}
