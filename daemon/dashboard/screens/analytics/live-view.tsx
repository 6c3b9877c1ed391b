/** The latest clicks as they happen, and how many there were since the view was opened. */
import { useRef, useState } from 'preact/hooks';
import { clock, number } from '../../../../shared/ui/format.ts';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { pathTo } from '../../core/routes.ts';
import type { Dimension } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { nameOfValue } from './dimensions.ts';
import { type LiveClick, useLiveClicks } from './live-clicks.ts';

const words = text.analytics.live;
const { names } = text.analytics;
const rowsKept = 50;

type Row = LiveClick & { key: string };

const columnOf = (key: Dimension): Column<Row> => ({
  key,
  head: names[key],
  cell: (click) => nameOfValue(key, click[key]),
});

const columns: Column<Row>[] = [
  { key: 'time', head: words.time, cell: ({ clickedAt }) => clock(clickedAt) },
  {
    key: 'link',
    head: words.link,
    isGrowing: true,
    cell: ({ linkId, slug }) =>
      linkId ? (
        <a class="first" href={pathTo('link', { id: linkId })}>
          /{slug}
        </a>
      ) : (
        <span class="soft">{words.deleted}</span>
      ),
  },
  columnOf('country'),
  ...(['device', 'browser', 'referrer'] as const).map((key) => ({ ...columnOf(key), isWide: true })),
];

/** Shows live clicks. With `linkId`, only clicks on that link. */
export function LiveView({ linkId }: { linkId?: string }) {
  const [rows, setRows] = useState<Row[]>([]);
  const [count, setCount] = useState(0);
  const last = useRef(0);
  const state = useLiveClicks(
    (click) => {
      if (click.isBot || (linkId && click.linkId !== linkId)) return;
      setCount((before) => before + 1);
      setRows((before) => [{ ...click, key: String(last.current++) }, ...before].slice(0, rowsKept));
    },
    (skipped) => linkId || setCount((before) => before + skipped),
  );
  return (
    <section class="card live" aria-label={words.title}>
      <header>
        <h2>
          {state === 'open' && <span class="live-dot" />}
          {words.title}
        </h2>
        <span role="status">{state === 'open' ? words.since(count, number(count)) : words.states[state]}</span>
      </header>
      {rows.length === 0 ? (
        <p class="none">{words.none}</p>
      ) : (
        <Table label={words.title} rows={rows} columns={columns} idOf={({ key }) => key} />
      )}
    </section>
  );
}
