/** Above a list: its search, a panel of filters, and what narrows it, each to be taken away. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Icon } from '../icon.tsx';
import { uiText } from '../text.ts';

const phone = '(max-width: 760px)';

export type Chip = { key: string; label: string; onRemove: () => void };

type ListToolsProps = {
  /** The name of the search box. */
  search: string;
  value: string;
  onSearch: (text: string) => void;
  /** Drawn when it is opened. */
  filters: () => ComponentChildren;
  chips: readonly Chip[];
  /** On a phone the filters are a sheet: its heading, and the word on the button that closes it. */
  sheet?: { title: string; done: string };
  /** Takes all of what narrows it away. */
  clear?: { label: string; onClear: () => void };
  /** Beside the search: sorting, the view. */
  children?: ComponentChildren;
};

export function ListTools({ search, value, onSearch, filters, chips, sheet, clear, children }: ListToolsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isSheet = isOpen && sheet !== undefined && matchMedia(phone).matches;
  const close = () => setOpen(false);
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
        <Button icon="filter" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {uiText.list.filter}
        </Button>
        {children}
      </div>
      <div id={id} class="list-filters card" hidden={!isOpen || isSheet}>
        {isOpen && !isSheet && filters()}
      </div>
      {isSheet && (
        <Dialog
          title={sheet.title}
          onClose={close}
          footer={
            <Button kind="main" onClick={close}>
              {sheet.done}
            </Button>
          }
        >
          {filters()}
        </Dialog>
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
