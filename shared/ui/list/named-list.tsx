/** A screen that lists objects by name: search, creation, the table, and the empty states. */
import type { ComponentChildren } from 'preact';
import { AddButton, AddLink } from '../add-button.tsx';
import { Button } from '../button.tsx';
import { FindBox } from '../find-box.tsx';
import type { IconName } from '../icon.tsx';
import type { Shown } from '../load.ts';
import { Screen } from '../screen.tsx';
import { Bones, Empty, Show } from '../states.tsx';
import { uiText } from '../text.ts';
import { useNew, useQuery } from '../url-state.ts';
import { ListCard, type ListCardProps } from './list-card.tsx';
import { moveBetweenRows } from './rows.ts';

type ScreenWords = { title: string; note?: string; search: string; none: string; noneNote: string; noneFound: string };

/** The button that creates an object, if the user is allowed to: a link to a screen, or a button that opens a dialog. */
type Add = { label: string; isAllowed: boolean } & (
  | { href: string; dialog?: undefined }
  | { href?: undefined; dialog: (onClose: () => void) => ComponentChildren }
);

type NamedListProps<Row> = Omit<ListCardProps<Row>, 'label' | 'columns' | 'empty' | 'head' | 'bones'> & {
  words: ScreenWords;
  icon: IconName;
  add?: Add;
  /** Buttons beside the search. */
  buttons?: ComponentChildren;
  /** A button of the empty state, and content below it, such as examples. */
  start?: ComponentChildren;
  examples?: ComponentChildren;
  columns?: ListCardProps<Row>['columns'];
  /** Draws the list, if it is not one table in a card. */
  draw?: (rows: Row[]) => ComponentChildren;
};

const bones = <Bones rows={8} height={34} />;

export function NamedList<Row>(props: NamedListProps<Row>) {
  const { words, icon, add, buttons, start, examples, columns = [], draw, children, ...list } = props;
  const [{ search = '' }, change] = useQuery();
  const [isAdding, setAdding] = useNew(add?.isAllowed);
  const onFind = (typed: string) => change({ search: typed, page: undefined }, { isReplacing: true });
  const empty =
    search === '' ? (
      <>
        <Empty icon={icon} title={words.none} actions={start}>
          {words.noneNote}
        </Empty>
        {examples}
      </>
    ) : (
      <Empty
        icon="search"
        title={words.noneFound}
        actions={<Button onClick={() => onFind('')}>{uiText.list.clearSearch}</Button>}
      />
    );
  return (
    <Screen
      title={words.title}
      note={words.note}
      actions={
        <>
          <FindBox label={words.search} value={search} onFind={onFind} />
          {buttons}
          {add?.isAllowed &&
            (add.href ? (
              <AddLink label={add.label} href={add.href} />
            ) : (
              <AddButton label={add.label} onAdd={() => setAdding(true)} />
            ))}
        </>
      }
    >
      {draw && list.of.data && list.of.data.length > 0 ? (
        <Show of={list.of}>{draw}</Show>
      ) : (
        <ListCard
          label={words.title}
          columns={columns}
          onKey={(_, event) => moveBetweenRows(event)}
          empty={empty}
          bones={bones}
          {...list}
        />
      )}
      {isAdding && add?.dialog?.(() => setAdding(false))}
      {children}
    </Screen>
  );
}

/** Returns the loaded rows whose text contains the URL's search text, for lists that are loaded as a whole. */
export function useFound<Row>(of: Shown<Row[]>, textOf: (row: Row) => string): Shown<Row[]> {
  const [{ search = '' }] = useQuery();
  const typed = search.trim().toLowerCase();
  return { ...of, data: of.data?.filter((row) => textOf(row).toLowerCase().includes(typed)) };
}
