/** The figures for the totals of analytics. */
import type { Figure } from '../../../../shared/ui/figures.tsx';
import { number, relative } from '../../../../shared/ui/format.ts';
import type { StatsBody } from '../../core/types.ts';
import { text } from '../../text/text.ts';

const words = text.analytics;

export function figuresOf(data: StatsBody | undefined): Figure[] {
  const { totals, previous } = data ?? {};
  const figure = (label: string, key: 'clicks' | 'uniqueClicks' | 'qrScans' | 'botClicks' | 'ownClicks'): Figure => ({
    label,
    value: totals && number(totals[key]),
    change:
      totals && previous && key !== 'botClicks' && key !== 'ownClicks'
        ? { now: totals[key], before: previous.totals[key] }
        : undefined,
    note: key === 'botClicks' || key === 'ownClicks' ? words.botsNote : undefined,
  });
  return [
    figure(words.clicks, 'clicks'),
    figure(words.uniqueClicks, 'uniqueClicks'),
    figure(words.qrScans, 'qrScans'),
    figure(words.bots, 'botClicks'),
    ...(totals?.ownClicks ? [figure(words.ownClicks, 'ownClicks')] : []),
    { label: words.lastClick, value: totals && relative(totals.lastClickAt), isText: true },
  ];
}
