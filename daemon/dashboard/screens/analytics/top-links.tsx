/** The most clicked links. */
import { withoutScheme } from '../../../../shared/ui/format.ts';
import { Rank, type Ranked } from '../../../../shared/ui/rank.tsx';
import { Bones } from '../../../../shared/ui/states.tsx';
import { pathTo } from '../../core/routes.ts';
import type { TopLink } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { RankCard } from './breakdowns.tsx';

const words = text.analytics;

/** A link. Without an id, on a share page, its row opens the short URL. */
type Shown = Pick<TopLink, 'shortUrl' | 'clicks'> & { linkId?: string; url?: string | null };
type TopLinksProps = { links: Shown[] | undefined; total: number; onChoose?: (link: Ranked) => void };

/** Shows the links. Clicking a row opens the link's page, or calls `onChoose`. */
export function TopLinks({ links, total, onChoose }: TopLinksProps) {
  return (
    <RankCard title={words.topLinks}>
      {links ? (
        <Rank
          title={words.topLinks}
          total={total}
          onChoose={onChoose}
          items={links.map(({ linkId, shortUrl, url, clicks }) => ({
            value: linkId ?? shortUrl,
            label: [shortUrl, ...(url ? [url] : [])].map(withoutScheme).join(' → '),
            count: clicks,
            href: onChoose ? undefined : linkId ? pathTo('link', { id: linkId }) : shortUrl,
          }))}
        />
      ) : (
        <Bones rows={6} height={22} />
      )}
    </RankCard>
  );
}
