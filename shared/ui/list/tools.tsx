/** The tools of a list: search, a panel of filters, the view, and the active filters with a remove button each. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { isPhone } from '../phone.ts';
import { uiText } from '../text.ts';
import { ListSheet } from './sheet.tsx';

export type Chip = { key: string; label: string; onRemove: () => void };

type ListToolsProps = {
  /** The accessible name of the search box. */
  search: string;
  value: string;
  onSearch: (text: string) => void;
  /** Renders the filters when the panel is opened. */
  filters: () => ComponentChildren;
  chips: readonly Chip[];
  /** The label of the button that closes a phone's sheet with filters and view. */
  done?: string;
  /** Removes all filters. */
  clear?: { label: string; onClear: () => void };
  /** Content beside the search box: sorting and the view. */
  children?: ComponentChildren;
};

export function ListTools({ search, value, onSearch, filters, chips, done, clear, children }: ListToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isSheet = isPhone.value;
  return (
    <>
      <div class="list-tools">
        <input
          class="list-find"
          type="search"
          dir="auto"
          aria-label={search}
          placeholder={search}
          value={value}
          onInput={(event) => onSearch(event.currentTarget.value)}
        />
        {isSheet ? (
          <Button icon="settings" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {uiText.list.sheet}
          </Button>
        ) : (
          <>
            <Button icon="filter" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
              {uiText.list.filter}
            </Button>
            {children}
          </>
        )}
      </div>
      {isSheet ? (
        isOpen && (
          <ListSheet title={uiText.list.sheet} done={done} onClose={() => setOpen(false)}>
            {children}
            {filters()}
          </ListSheet>
        )
      ) : (
        <div id={id} class="list-filters card" hidden={!isOpen}>
          {isOpen && filters()}
        </div>
      )}
      {chips.length > 0 && (
        <div class="chips">
          {chips.map(({ key, label, onRemove }) => (
            <button key={key} type="button" class="chip" aria-label={uiText.remove(label)} onClick={onRemove}>
              <span class="cut" dir="auto">
                {label}
              </span>
              <Icon name="close" size={12} />
            </button>
          ))}
          {clear && (
            <Button kind="bare" class="small" onClick={clear.onClear}>
              {clear.label}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
