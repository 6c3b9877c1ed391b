/** The analytics report for a workspace, a link or a shared page: figures, the curve and breakdowns. */
import type { ComponentChildren } from 'preact';
import { Figures } from '../../../../shared/ui/figures.tsx';
import type { Loaded } from '../../../../shared/ui/load.ts';
import { Failed } from '../../../../shared/ui/states.tsx';
import type { StatsBody } from '../../core/types.ts';
import { text } from '../../text/text.ts';
import { Breakdowns, type Choosing } from './breakdowns.tsx';
import { Curve } from './curve.tsx';
import type { Interval } from './query.ts';
import { figuresOf } from './total-figures.ts';

const words = text.analytics;

type ReportProps = Choosing & {
  loaded: Loaded<StatsBody>;
  /** Called when the user chooses hours or days. Without it the curve has no choice of interval. */
  onInterval?: (interval: Interval) => void;
  /** The first of the cards below the curve. */
  first?: ComponentChildren;
  /** Shown beside the error if the service refused the query. */
  remedy?: ComponentChildren;
};

export function Report({ loaded, onInterval, first, remedy, ...choosing }: ReportProps) {
  const { data, error, isLoading } = loaded;
  if (error && !isLoading) return <Refused error={error} retry={loaded.reload} remedy={remedy} />;
  return (
    <div class="stack" aria-busy={isLoading}>
      <section class="card" aria-label={words.summary}>
        <Figures items={figuresOf(data)} />
        <Curve data={data} onInterval={onInterval} />
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
