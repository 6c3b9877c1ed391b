/** A paged table that a plugin describes, with actions for its rows. */
import { useState } from 'preact/hooks';
import { date, number } from '../../../shared/ui/format.ts';
import { ListCard, NameCell } from '../../../shared/ui/list/list-card.tsx';
import { pageIn, stepsAt } from '../../../shared/ui/list/steps.tsx';
import { useLoad } from '../../../shared/ui/load.ts';
import type { MenuItem } from '../../../shared/ui/menu.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import type { Column } from '../../../shared/ui/table.tsx';
import { site } from '../core/api.ts';
import { pathTo } from '../core/routes.ts';
import type { CardRow, CardTable, FormMember, SettingsCard } from '../core/types.ts';
import { text } from '../text/text.ts';
import { ActionButtons, actionItems, type CardProps, useCardActions } from './actions.tsx';
import { RowPreview } from './previews.tsx';

const words = text.cards;
const pageSize = 25;

/** Shows the table. `first`: the first page, which arrived with the card. */
export function TableCard({
  card: { name, title, note, actions, preview },
  first,
  onDone,
}: CardProps & { first: CardTable }) {
  const [page, setPage] = useState(1);
  const [round, setRound] = useState(0);
  const [previewed, setPreviewed] = useState<{ id: string; name: string }>();
  const isFirst = page === 1 && round === 0;
  const loaded = useLoad(isFirst ? undefined : (signal) => loadPage(name, page, signal), [page, round]);
  const cardActions = useCardActions(name, () => {
    setRound((n) => n + 1);
    onDone();
  });
  const shown = isFirst ? { ...loaded, data: first, error: undefined } : { ...loaded, data: loaded.data ?? first };
  const table = shown.data;
  const itemsOf = (row: CardRow): MenuItem[] => [
    ...(preview
      ? [{ label: text.preview.title, onSelect: () => setPreviewed({ id: row.id, name: nameOf(table, row) }) }]
      : []),
    ...actionItems(table.actions, cardActions, row.id),
  ];
  return (
    <ListCard
      of={{ ...shown, data: table.rows }}
      head={
        <>
          <header>
            <h2 dir="auto">{title}</h2>
            <ActionButtons actions={actions} cardActions={cardActions} />
          </header>
          {note && <p class="body soft">{note}</p>}
        </>
      }
      empty={<Empty title={words.noRows} />}
      label={title}
      columns={Object.entries(table.columns.properties).map(columnOf)}
      nameOf={(row) => nameOf(table, row)}
      actions={table.actions.length > 0 || preview ? itemsOf : undefined}
      steps={{
        first: (page - 1) * pageSize + 1,
        count: table.rows.length,
        total: number(table.total),
        steps: stepsAt(page, page * pageSize < table.total),
        change: (to) => setPage(pageIn(to)),
      }}
    >
      {cardActions.dialog}
      {previewed && <RowPreview card={name} row={previewed} onClose={() => setPreviewed(undefined)} />}
    </ListCard>
  );
}

const loadPage = async (name: string, page: number, signal: AbortSignal): Promise<CardTable> => {
  const query = { name, offset: (page - 1) * pageSize };
  const { card } = await site.get<{ card: SettingsCard }>('/card', query, signal);
  if (!card.table) throw new Error(card.problem ?? words.broken);
  return card.table;
};

/** Returns a table column. The first one links to the row's contact, if the row has one. */
const columnOf = ([name, member]: [string, FormMember], place: number): Column<CardRow> => ({
  key: name,
  head: member.title,
  isGrowing: place === 0,
  isWide: place > 2,
  isNumber: isNumber(member),
  cell: ({ contact_id: contact, cells }) => {
    const shown = cellWords(member, cells[name] ?? null);
    if (place > 0) return <span dir="auto">{shown}</span>;
    return <NameCell name={shown} href={contact === null ? undefined : pathTo('contact', { id: String(contact) })} />;
  },
});

const isNumber = ({ type }: FormMember) => type === 'integer' || type === 'number';

const nameOf = ({ columns }: CardTable, { cells, id }: CardRow): string => {
  const [first] = Object.entries(columns.properties);
  return first ? cellWords(first[1], cells[first[0]] ?? null) : id;
};

function cellWords({ control }: FormMember, value: string | number | boolean | null): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  return control === 'date' && /^\d{4}-\d\d-\d\d$/.test(value) ? date(`${value}T00:00:00Z`, 'UTC') : value;
}
