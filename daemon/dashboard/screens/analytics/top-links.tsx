/** The most clicked links. */
import { withoutScheme } from '../../../../shared/ui/format.ts';
import { Rank, type Ranked } from '../../../../shared/ui/rank.tsx';
import { Bones } from '../../../../shared/ui/states.tsx';
import { pathTo } from '../../core/routes.ts';
import type { TopLink } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { RankCard } from './breakdowns.tsx';

const words = text.analytics;

type TopLinksProps = { links: TopLink[] | undefined; total: number; onChoose?: (link: Ranked) => void };

/** Shows the links. Clicking a row opens the link's page, or calls `onChoose`. */
export function TopLinks({ links, total, onChoose }: TopLinksProps) {
  return (
    <RankCard title={words.topLinks}>
      {links ? (
        <Rank
          title={words.topLinks}
          total={total}
          onChoose={onChoose}
          items={links.map(({ linkId, shortUrl, clicks }) => ({
            value: linkId,
            label: withoutScheme(shortUrl),
            count: clicks,
            href: onChoose ? undefined : pathTo('link', { id: linkId }),
          }))}
        />
      ) : (
        <Bones rows={6} height={22} />
      )}
    </RankCard>
  );
}
