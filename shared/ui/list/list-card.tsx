/** The card of a list: its table, or what is shown while it is loading, empty or failed; and the cell with a name. */
import type { ComponentChildren } from 'preact';
import type { Shown } from '../load.ts';
import { Show } from '../states.tsx';
import { Table, type TableProps } from '../table.tsx';
import { ListSteps, type ListStepsProps } from './steps.tsx';

export type ListCardProps<Row> = Omit<TableProps<Row>, 'rows'> & {
  of: Shown<Row[]>;
  /** Content instead of a table without rows. */
  empty: ComponentChildren;
  /** The card's header. */
  head?: ComponentChildren;
  /** The shown rows and the other pages, for a numbered list. */
  steps?: ListStepsProps | undefined;
  bones?: ComponentChildren;
  /** Content below the rows, such as a pager. */
  children?: ComponentChildren;
};

export function ListCard<Row>({ of, empty, head, steps, bones, children, ...table }: ListCardProps<Row>) {
  return (
    <section class="card list-card" aria-busy={of.isLoading}>
      {head}
      <Show of={of} bones={bones}>
        {(rows) =>
          rows.length === 0 ? (
            empty
          ) : (
            <>
              <Table {...table} rows={rows} />
              {steps && <ListSteps {...steps} />}
            </>
          )
        }
      </Show>
      {children}
    </section>
  );
}

type NameCellProps = {
  name: ComponentChildren;
  /** The screen that the name links to. */
  href?: string | undefined;
  /** A second line. */
  note?: ComponentChildren;
};

/** Shows a row's main cell. Texts that are cut off are shown in full on hover. */
export function NameCell({ name, href, note }: NameCellProps) {
  const first = { class: 'first', dir: 'auto', title: titleOf(name) } as const;
  return (
    <>
      {href === undefined ? (
        <span {...first}>{name}</span>
      ) : (
        <a {...first} href={href}>
          {name}
        </a>
      )}
      {note && (
        <span class="second" dir="auto" title={titleOf(note)}>
          {note}
        </span>
      )}
    </>
  );
}

const titleOf = (shown: ComponentChildren) => (typeof shown === 'string' ? shown : undefined);
