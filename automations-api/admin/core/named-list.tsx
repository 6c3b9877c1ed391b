/** Frame of a screen that lists objects by name: search, creation and the empty state. */
import type { ComponentChildren } from 'preact';
import { AddButton } from '../../../shared/ui/add-button.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { FindBox } from '../../../shared/ui/find-box.tsx';
import type { IconName } from '../../../shared/ui/icon.tsx';
import type { Loaded } from '../../../shared/ui/load.ts';
import { Screen } from '../../../shared/ui/screen.tsx';
import { Bones, Empty, Show } from '../../../shared/ui/states.tsx';
import { useNew } from '../../../shared/ui/url-state.ts';
import { text } from '../text/text.ts';

type Words = {
  title: string;
  note?: string;
  search: string;
  none: string;
  noneNote: string;
  noneFound: string;
};

type NamedListProps<T> = {
  words: Words;
  icon: IconName;
  search: string;
  onSearch: (text: string) => void;
  /** The button that creates an object, if the user is allowed to, and its dialog. */
  add: { label: string; isAllowed: boolean; dialog: (onClose: () => void) => ComponentChildren };
  /** Buttons beside the search. */
  actions?: ComponentChildren;
  of: Loaded<T>;
  isEmpty: (data: T) => boolean;
  /** Whether the list draws its own card. */
  isOwnCard?: boolean;
  children: (data: T) => ComponentChildren;
};

export function NamedList<T>(props: NamedListProps<T>) {
  const { words, search, onSearch, add, actions, of, isOwnCard, isEmpty, children } = props;
  const [isAdding, setAdding] = useNew(add.isAllowed);
  const content = (
    <Show of={of} bones={<Bones rows={8} height={34} />}>
      {(data) => (isEmpty(data) ? <Nothing {...props} /> : children(data))}
    </Show>
  );
  const isCard = !isOwnCard || of.data === undefined || isEmpty(of.data);
  return (
    <Screen
      title={words.title}
      note={words.note}
      actions={
        <>
          <FindBox label={words.search} value={search} onFind={onSearch} />
          {actions}
          {add.isAllowed && <AddButton label={add.label} onAdd={() => setAdding(true)} />}
        </>
      }
    >
      {isCard ? (
        <section class="card list-card" aria-busy={of.isLoading}>
          {content}
        </section>
      ) : (
        content
      )}
      {isAdding && add.dialog(() => setAdding(false))}
    </Screen>
  );
}

function Nothing<T>({ words, icon, search, onSearch }: NamedListProps<T>) {
  if (search !== '') {
    return (
      <Empty
        icon="search"
        title={words.noneFound}
        actions={<Button onClick={() => onSearch('')}>{text.clearSearch}</Button>}
      />
    );
  }
  return (
    <Empty icon={icon} title={words.none}>
      {words.noneNote}
    </Empty>
  );
}
