/** Key figures, and contacts over time compared with the previous period. */
import { useMemo, useState } from 'preact/hooks';
import { Chart, type ChartPoint } from '../../../../shared/ui/chart.tsx';
import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import { type Figure, Figures } from '../../../../shared/ui/figures.tsx';
import { day, month, number, percent, weekday } from '../../../../shared/ui/format.ts';
import type { SiteStats, StatusCounts, StatusName } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { zone } from './period.ts';

const words = text.dashboard;

type Metric = 'created' | 'all';

const nameOf = {
  day: (time: string) => `${weekday(time, zone)}, ${day(time, zone)}`,
  month: (time: string) => month(time, zone),
};
const tickOf = { day: (time: string) => day(time, zone), month: nameOf.month };

/** Shows key figures and the chart, and reserves their space while loading. */
export function OverTime({ stats, isOpen }: { stats: SiteStats | undefined; isOpen: boolean }) {
  const [metric, setMetric] = useState<Metric>('created');
  const points = useMemo(() => pointsOf(stats, metric), [stats, metric]);
  const interval = stats?.interval ?? 'day';
  return (
    <>
      <Figures items={figuresOf(stats)} />
      <div class="bar over-chart not-on-paper">
        <OneOf label={words.shown} value={metric} options={words.metrics} onChoose={setMetric} />
      </div>
      <Chart
        label={words.chart(metric, interval)}
        unit={words.units[metric]}
        points={points}
        isOpen={isOpen}
        nameOf={nameOf[interval]}
        tickOf={tickOf[interval]}
      />
    </>
  );
}

const countOf = (counts: StatusCounts, ...names: StatusName[]): number =>
  counts.filter(({ status }) => names.includes(status)).reduce((sum, { contacts }) => sum + contacts, 0);

function figuresOf(stats: SiteStats | undefined): Figure[] {
  if (!stats) return [words.contacts, words.created, words.createdSubscribed, words.subscribed, words.lost].map(bare);
  const { statuses, contacts, before, created, created_statuses: fresh, previous } = stats;
  const share = (n: number) => (contacts > 0 ? words.ofAll(percent(n / contacts)) : undefined);
  const subscribed = countOf(statuses, 'subscribed');
  const lost = countOf(statuses, 'unsubscribed', 'bounced', 'complaint');
  const since = (label: string, now: number, earlier: number | undefined): Figure => ({
    label,
    value: number(now),
    change: earlier === undefined ? undefined : { now, before: earlier },
  });
  return [
    since(words.contacts, before + created, before || undefined),
    since(words.created, created, previous?.created),
    since(
      words.createdSubscribed,
      countOf(fresh, 'subscribed'),
      previous && countOf(previous.created_statuses, 'subscribed'),
    ),
    { label: words.subscribed, value: number(subscribed), note: share(subscribed) },
    { label: words.lost, value: number(lost), note: share(lost) },
  ];
}

const bare = (label: string): Figure => ({ label, value: undefined });

function pointsOf(stats: SiteStats | undefined, metric: Metric): ChartPoint[] {
  if (!stats) return [];
  const { series, previous, before } = stats;
  const now = valuesOf(series, metric, before);
  const earlier = previous && valuesOf(previous.series, metric, before - previous.created);
  return now.map((point, n) => ({ ...point, previous: earlier?.[n] }));
}

/** Returns new contacts per interval, or the running total that starts at `before`. */
function valuesOf(series: SiteStats['series'], metric: Metric, before: number) {
  let sum = before;
  return series.map(({ start, created }) => {
    sum += created;
    return { time: start, value: metric === 'all' ? sum : created };
  });
}
