/** Above a list: its search, a panel of filters, and what narrows it, each to be taken away. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { uiText } from '../text.ts';

export type Chip = { key: string; label: string; onRemove: () => void };

type ListToolsProps = {
  /** The name of the search box. */
  search: string;
  value: string;
  onSearch: (text: string) => void;
  /** Drawn when it is opened. */
  filters: () => ComponentChildren;
  chips: readonly Chip[];
  /** Beside the search: sorting, the view. */
  children?: ComponentChildren;
};

export function ListTools({ search, value, onSearch, filters, chips, children }: ListToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <div class="list-tools">
        <input
          class="list-find"
          type="search"
          aria-label={search}
          placeholder={search}
          value={value}
          onInput={(event) => onSearch(event.currentTarget.value)}
        />
        <Button icon="filter" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {uiText.list.filter}
        </Button>
        {children}
      </div>
      <div id={id} class="list-filters card" hidden={!isOpen}>
        {isOpen && filters()}
      </div>
      {chips.length > 0 && (
        <div class="chips">
          {chips.map(({ key, label, onRemove }) => (
            <button key={key} type="button" class="chip" aria-label={uiText.remove(label)} onClick={onRemove}>
              <span class="cut">{label}</span>
              <Icon name="close" size={12} />
            </button>
          ))}
        </div>
      )}
    </>
  );
}
