/** The last clicks as they come, and how many there were since one looks. */
import { useRef, useState } from 'preact/hooks';
import { clock, number } from '../../../../shared/ui/format.ts';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { pathTo } from '../../core/routes.ts';
import { text } from '../../text/text.ts';
import { type LiveClick, useLiveClicks } from './live-clicks.ts';
import { nameOfValue } from './values.ts';

const words = text.analytics.live;
const rowsKept = 50;

type Row = LiveClick & { key: string };

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
  { key: 'country', head: words.country, cell: ({ country }) => nameOfValue('country', country) },
  { key: 'device', head: words.device, isWide: true, cell: ({ device }) => nameOfValue('device', device) },
  { key: 'browser', head: words.browser, isWide: true, cell: ({ browser }) => browser },
  { key: 'referrer', head: words.referrer, isWide: true, cell: ({ referrer }) => nameOfValue('referrer', referrer) },
];

/** `linkId`: only clicks of that link. */
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
