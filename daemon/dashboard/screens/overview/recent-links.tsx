/** The newest links, each with its recent clicks. */
import { number, relative, withoutScheme } from '../../../../shared/ui/format.ts';
import { NameCell } from '../../../../shared/ui/list/list-card.tsx';
import { type Loaded, useLoad } from '../../../../shared/ui/load.ts';
import { Empty, Show } from '../../../../shared/ui/states.tsx';
import { type Column, Table } from '../../../../shared/ui/table.tsx';
import { api } from '../../core/api.ts';
import { pathTo } from '../../core/routes.ts';
import { Trend } from '../../core/trend.tsx';
import type { Link, LinkPage, LinksStats } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.overview;

type Row = Link & { clicks: LinksStats['links'][number] | undefined };

const columns: Column<Row>[] = [
  {
    key: 'link',
    head: words.link,
    isGrowing: true,
    cell: ({ id, shortUrl, url }) => (
      <NameCell name={withoutScheme(shortUrl)} href={pathTo('link', { id })} note={withoutScheme(url)} />
    ),
  },
  {
    key: 'spark',
    head: words.month,
    isWide: true,
    cell: ({ clicks }) => <Trend of={clicks} />,
  },
  {
    key: 'clicks',
    head: text.analytics.clicks,
    isNumber: true,
    cell: ({ clicks }) => (clicks ? number(clicks.clicks) : ''),
  },
  { key: 'created', head: words.created, isWide: true, cell: ({ createdAt }) => relative(createdAt) },
];

export function RecentLinks({ links }: { links: Loaded<LinkPage> }) {
  const ids = links.data?.links.map(({ id }) => id).join() ?? '';
  const stats = useLoad(ids ? (signal) => api.get<LinksStats>('/stats/links', { ids }, signal) : undefined, [ids]);
  const byId = new Map(stats.data?.links.map((one) => [one.id, one]));
  return (
    <section class="card">
      <header>
        <h2>{words.recent}</h2>
        <a class="text small" href={pathTo('links')}>
          {words.allLinks}
        </a>
      </header>
      <Show of={links}>
        {(page) =>
          page.links.length === 0 ? (
            <Empty icon="link" title={words.noLinks} />
          ) : (
            <Table
              label={words.recent}
              rows={page.links.map((link) => ({ ...link, clicks: byId.get(link.id) }))}
              columns={columns}
            />
          )
        }
      </Show>
    </section>
  );
}
