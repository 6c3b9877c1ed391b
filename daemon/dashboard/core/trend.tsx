/** The clicks of a link as a small curve, in a row of a list. */
import { Spark } from '../../../shared/ui/sparkline.tsx';
import { text } from '../text/text.ts';
import type { LinksStats } from './types.ts';

export function Trend({ of }: { of: LinksStats['links'][number] | undefined }) {
  const values = of?.series.map(({ clicks }) => clicks) ?? [];
  return <Spark values={values} label={of && text.analytics.trend(of.clicks, Math.max(0, ...values))} />;
}
