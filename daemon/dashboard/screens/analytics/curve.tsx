/** The analytics curve, with a choice of metric and interval. */
import { useMemo, useState } from 'preact/hooks';
import { Chart, type ChartPoint } from '../../../../shared/ui/chart.tsx';
import { OneOf } from '../../../../shared/ui/choice-buttons.tsx';
import { clock, day, weekday } from '../../../../shared/ui/format.ts';
import type { StatsBody } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import type { Interval } from './query.ts';

const words = text.analytics;

type Metric = 'clicks' | 'uniqueClicks';

type CurveProps = {
  data: StatsBody | undefined;
  /** Called when the user chooses hours or days. Without it the curve has no choice of interval. */
  onInterval?: (interval: Interval) => void;
};

const nameOf: Record<Interval, (time: string) => string> = {
  hour: (time) => `${day(time)}, ${clock(time)}`,
  day: (time) => `${weekday(time)}, ${day(time)}`,
};

const hourMs = 3_600_000;
/** Returns the day for its first hour; undefined for its other hours. */
const newDay = (time: string) => (day(time) === day(Date.parse(time) - hourMs) ? undefined : day(time));

/** Shows the curve, and reserves its space before it appears. */
export function Curve({ data, onInterval }: CurveProps) {
  const [metric, setMetric] = useState<Metric>('clicks');
  const points = useMemo(() => pointsOf(data, metric), [data, metric]);
  const interval = data?.interval ?? 'day';
  const tickOf = interval === 'day' ? day : points.length <= 25 ? clock : newDay;
  return (
    <>
      <div class="bar over-chart not-on-paper">
        <OneOf
          label={words.metric}
          value={metric}
          options={{ clicks: words.clicks, uniqueClicks: words.uniqueClicks }}
          onChoose={setMetric}
        />
        {onInterval && (
          <OneOf
            label={words.interval}
            value={interval}
            options={{ hour: words.hourly, day: words.daily }}
            onChoose={onInterval}
          />
        )}
      </div>
      <Chart
        label={words.chart(words[metric], interval)}
        unit={words.units[metric]}
        points={points}
        isOpen={data !== undefined && Date.parse(data.to) > Date.now()}
        nameOf={nameOf[interval]}
        tickOf={tickOf}
      />
    </>
  );
}

function pointsOf(data: StatsBody | undefined, metric: Metric): ChartPoint[] {
  const earlier = data?.previous?.timeseries;
  return (data?.timeseries ?? []).map((point, n) => {
    const before = earlier?.[n];
    return {
      time: point.time,
      value: point[metric],
      previous: before && { time: before.time, value: before[metric] },
    };
  });
}
