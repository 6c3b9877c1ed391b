/** Breakdowns of clicks: cards of ranked rows, some with several tabs. Clicking a row filters by its value. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useLoad } from '../../../../shared/ui/load.ts';
import { Rank, type Ranked } from '../../../../shared/ui/rank.tsx';
import { type RankCardProps, RankCard as SharedRankCard } from '../../../../shared/ui/rank-card.tsx';
import { Bones } from '../../../../shared/ui/states.tsx';
import type { Dimension, StatsBody } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { dimensionsOn, isOthers, rankedOf } from './dimensions.ts';
import type { Filters } from './query.ts';

const words = text.analytics;

export type Choosing = {
  filters?: Filters;
  /** Filters by a value. `undefined` if filtering is not possible. */
  onFilter?: (dimension: Dimension, value: string | undefined) => void;
};

type Tab = Dimension | 'map';
type Card = { title: string; tabs: Tab[] };

const withMap = (dimension: Dimension): Tab[] => (dimension === 'country' ? [dimension, 'map'] : [dimension]);
const places: Card = { title: words.places, tabs: dimensionsOn('places').flatMap(withMap) };
const devices: Card = { title: words.devices, tabs: dimensionsOn('devices') };
const sources = dimensionsOn('sources');
const campaigns = dimensionsOn('campaigns');

/** The cards beside a first card, which the caller provides. Each layout has four cards. */
const besideFirst: Card[] = [places, { title: words.sources, tabs: [...sources, ...campaigns] }, devices];
const alone: Card[] = [
  places,
  { title: words.tabs.referrer, tabs: sources },
  devices,
  { title: words.campaigns, tabs: campaigns },
];

type BreakdownsProps = Choosing & { data: StatsBody | undefined; first?: ComponentChildren };

export function Breakdowns({ data, first, ...choosing }: BreakdownsProps) {
  return (
    <div class="cols breakdowns">
      {first}
      {(first ? besideFirst : alone).map((card) => (
        <BreakdownCard key={card.title} {...card} data={data} {...choosing} />
      ))}
    </div>
  );
}

function BreakdownCard({ title, tabs, data, filters, onFilter }: Card & BreakdownsProps) {
  const [tab, setTab] = useState<Tab>(tabs[0] as Tab);
  const dimension = tab === 'map' ? 'country' : tab;
  const hasVariants = data !== undefined && data.breakdown.variants.length > 0;
  const shown = tabs.filter((name) => name !== 'variant' || name === tab || hasVariants);
  const items = rankedOf(dimension, data?.breakdown);
  const onChoose =
    onFilter && (({ value }: Ranked) => onFilter(dimension, filters?.[dimension] === value ? undefined : value));
  return (
    <RankCard
      title={title}
      tabs={
        shown.length > 1 &&
        shown.map((name) => (
          <button key={name} type="button" aria-pressed={name === tab} onClick={() => setTab(name)}>
            {words.tabs[name]}
          </button>
        ))
      }
    >
      {!data ? (
        <Bones rows={6} height={22} />
      ) : tab === 'map' ? (
        <MapTab items={items} onChoose={onChoose} />
      ) : (
        <Rank
          key={dimension}
          title={words.tabs[dimension]}
          items={items}
          total={data.totals.clicks}
          onChoose={onChoose}
          canChoose={(item) => !isOthers(item)}
          isChosen={({ value }) => filters?.[dimension] === value}
        />
      )}
    </RankCard>
  );
}

export const RankCard = (props: Omit<RankCardProps, 'aside'>) => <SharedRankCard aside={words.clicks} {...props} />;

/** Shows the map, which is loaded on demand. */
function MapTab({ items, onChoose }: { items: Ranked[]; onChoose?: (item: Ranked) => void }) {
  const map = useLoad(() => import('../../../../shared/ui/world-map.tsx'), []);
  if (!map.data) return <Bones rows={6} height={22} />;
  const { WorldMap } = map.data;
  return <WorldMap label={words.tabs.country} items={items} unit={words.units.clicks} onChoose={onChoose} />;
}
