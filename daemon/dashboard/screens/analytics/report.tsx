/** What statistics say: figures, the curve, and where clicks came from. The same for a workspace, a link and a shared page. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Chart, type ChartPoint } from '../../../../shared/ui/chart.tsx';
import { type Figure, Figures } from '../../../../shared/ui/figures.tsx';
import { clock, day, number, relative, weekday } from '../../../../shared/ui/format.ts';
import type { Loaded } from '../../../../shared/ui/load.ts';
import { Failed } from '../../../../shared/ui/states.tsx';
import { text } from '../../text/text.ts';
import type { StatsBody } from '../../types.ts';
import { Breakdowns, type Choosing } from './breakdowns.tsx';
import type { Interval } from './question.ts';

const words = text.analytics;

export type Metric = 'clicks' | 'uniqueClicks';

type ReportProps = Choosing & {
  loaded: Loaded<StatsBody>;
  metric: Metric;
  onMetric: (metric: Metric) => void;
  /** The choice of hours or days, where there is one. */
  onInterval?: (interval: Interval) => void;
  /** Beside the figures of the statistics. */
  figures?: readonly Figure[];
  /** The first of the cards below the curve. */
  first?: ComponentChildren;
  /** Shown where statistics were refused, beside the reason. */
  remedy?: ComponentChildren;
};

export function Report({
  loaded,
  metric,
  onMetric,
  onInterval,
  figures = [],
  first,
  remedy,
  ...choosing
}: ReportProps) {
  const { data, error, isLoading } = loaded;
  if (error && !isLoading) return <Refused error={error} retry={loaded.reload} remedy={remedy} />;
  return (
    <div class="stack" aria-busy={isLoading}>
      <section class="card" aria-label={words.summary}>
        <Figures items={[...figuresOf(data), ...figures]} />
        <Curve data={data} metric={metric} onMetric={onMetric} onInterval={onInterval} />
      </section>
      <Breakdowns data={data} first={first} {...choosing} />
    </div>
  );
}

function Refused({ error, retry, remedy }: { error: Error; retry: () => void; remedy?: ComponentChildren }) {
  return (
    <section class="card">
      <Failed error={error} retry={retry} />
      {remedy && <div class="bar remedy">{remedy}</div>}
    </section>
  );
}

export function figuresOf(data: StatsBody | undefined): Figure[] {
  const { totals, previous } = data ?? {};
  const figure = (label: string, key: 'clicks' | 'uniqueClicks' | 'qrScans' | 'botClicks'): Figure => ({
    label,
    value: totals && number(totals[key]),
    change: totals && previous && key !== 'botClicks' ? { now: totals[key], before: previous.totals[key] } : undefined,
    note: key === 'botClicks' ? words.botsNote : undefined,
  });
  return [
    figure(words.clicks, 'clicks'),
    figure(words.uniqueClicks, 'uniqueClicks'),
    figure(words.qrScans, 'qrScans'),
    figure(words.bots, 'botClicks'),
    { label: words.lastClick, value: totals && relative(totals.lastClickAt) },
  ];
}

type CurveProps = {
  data: StatsBody | undefined;
  metric: Metric;
  onMetric: (metric: Metric) => void;
  onInterval?: (interval: Interval) => void;
};

const nameOf: Record<Interval, (time: string) => string> = {
  hour: (time) => `${day(time)}, ${clock(time)}`,
  day: (time) => `${weekday(time)}, ${day(time)}`,
};

/** The room is there before the curve is. */
export function Curve({ data, metric, onMetric, onInterval }: CurveProps) {
  const points = useMemo(() => pointsOf(data, metric), [data, metric]);
  const interval = data?.interval ?? 'day';
  const isShort = points.length <= 25;
  const tickOf = useMemo(() => (interval === 'hour' && isShort ? clock : day), [interval, isShort]);
  return (
    <>
      <div class="bar over-chart">
        <Choice
          label={words.metric}
          value={metric}
          options={{ clicks: words.clicks, uniqueClicks: words.uniqueClicks }}
          onChoose={onMetric}
        />
        {onInterval && (
          <Choice
            label={words.interval}
            value={interval}
            options={{ hour: words.hourly, day: words.daily }}
            onChoose={onInterval}
          />
        )}
      </div>
      <Chart
        label={words.chart(words[metric], interval)}
        unit={words[metric]}
        points={points}
        nameOf={nameOf[interval]}
        tickOf={tickOf}
      />
    </>
  );
}

function pointsOf(data: StatsBody | undefined, metric: Metric): ChartPoint[] {
  const former = data?.previous?.timeseries;
  return (data?.timeseries ?? []).map((point, n) => {
    const before = former?.[n];
    return {
      time: point.time,
      value: point[metric],
      former: before && { time: before.time, value: before[metric] },
    };
  });
}

type ChoiceProps<T extends string> = {
  label: string;
  value: T;
  options: Record<T, string>;
  onChoose: (value: T) => void;
};

export function Choice<T extends string>({ label, value, options, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset class="choice" aria-label={label}>
      {(Object.entries(options) as [T, string][]).map(([name, words]) => (
        <button key={name} type="button" aria-pressed={name === value} onClick={() => onChoose(name)}>
          {words}
        </button>
      ))}
    </fieldset>
  );
}
