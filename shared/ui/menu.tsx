/**
 * A button with a menu of actions. Arrow keys and letters move the focus. Escape closes the menu and returns the
 * focus to the button.
 */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './icon.tsx';
import { placeBy } from './place-popover.ts';
import { uiText } from './text.ts';

export type MenuItem = {
  label: string;
  icon?: IconName;
  /** Makes the item a link. */
  href?: string;
  onSelect?: () => void;
  isBad?: boolean;
  /** Makes the item a checkbox. */
  isChecked?: boolean;
  isDisabled?: boolean;
  shortcut?: string;
  /** Draws a line above the item, to separate it. */
  isApart?: boolean;
};

type MenuProps = {
  /** The button's accessible name, if its content has none. */
  label?: string;
  items: MenuItem[];
  /** The content of the button. */
  children: ComponentChildren;
  class?: string;
  /** Keeps the menu open after a choice. */
  isSticky?: boolean;
};

export function Menu({ label, items, children, class: classes = 'btn', isSticky }: MenuProps) {
  // The rows are rendered only while the menu is open, because a list has a menu in every row.
  const [opened, setOpened] = useState<'at its start' | 'at its end'>();
  /** True if the menu was open when the button was pressed: the press closes the popover before the click event. */
  const wasOpen = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useLayoutEffect(() => {
    if (!opened || !list.current || !button.current) return;
    list.current.showPopover();
    placeBy(button.current, list.current);
    rowsIn(list.current)
      .at(opened === 'at its end' ? -1 : 0)
      ?.focus();
  }, [opened]);
  const close = () => {
    list.current?.hidePopover();
    button.current?.focus();
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
          onKeyDown={(event) => onMenuKey(event, close)}
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

/** The menu of an object's actions. */
export const MoreMenu = ({
  name,
  class: classes = 'btn icon',
  items,
}: Omit<MenuProps, 'children'> & { name: string }) => (
  <Menu label={uiText.actions(name)} class={classes} items={items}>
    <Icon name="more" />
  </Menu>
);

/** Moves the focus within the menu, or closes the menu. */
function onMenuKey(event: JSX.TargetedKeyboardEvent<HTMLElement>, close: () => void): void {
  const target = targetOf(event.key, rowsIn(event.currentTarget));
  if (target || event.key === 'Escape') {
    event.preventDefault();
    event.stopPropagation();
  }
  target?.focus();
  if (event.key === 'Tab') event.currentTarget.hidePopover();
  if (event.key === 'Escape') close();
}

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([disabled])')];

/** Returns the row that a key moves to: an arrow key, Home, End, or a label's first letter. */
function targetOf(key: string, rows: readonly HTMLElement[]): HTMLElement | undefined {
  const at = rows.indexOf(document.activeElement as HTMLElement);
  if (/^\p{L}$/u.test(key)) {
    return [...rows.slice(at + 1), ...rows].find((row) => row.textContent?.trim().toLowerCase().startsWith(key));
  }
  const to: Record<string, number> = {
    ArrowDown: (at + 1) % rows.length,
    ArrowUp: (at - 1 + rows.length) % rows.length,
    Home: 0,
    End: rows.length - 1,
  };
  return rows[to[key] ?? -1];
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
