/** The period in the URL, in whole UTC days. */
import { useEffect } from 'preact/hooks';
import { addDays, addressOf, daysOf, type Period, periodOf, presets, todayOf } from '../../../../shared/ui/period.ts';
import type { Params } from '../../../../shared/ui/service.ts';
import { useQuery } from '../../../../shared/ui/url-state.ts';

export const zone = 'UTC';
/** The named periods, without the last 24 hours, because contacts are not counted by hour. */
const named = presets.filter((name) => name !== '24h');

/** Range of "all time" until the first contact's day is known. */
const fewDays = 29;
let firstDay: string | undefined;

export function useQuestion() {
  const [query, change] = useQuery();
  const chosen = periodOf(query);
  const period: Period = chosen.name === '24h' ? { name: 'today' } : chosen;
  const today = todayOf(zone, Date.now());
  const earliest = firstDay ?? addDays(today, -fewDays);
  const { from, to } = daysOf(period, today, earliest);
  const isComparing = query.compare !== 'none' && period.name !== 'all';
  const params: Params = { from, to, compare: isComparing ? 'previous' : undefined };
  return {
    range: { period, zone, earliest, named, isComparing },
    params,
    key: JSON.stringify(params),
    isOpen: to >= today,
    setPeriod: (next: Period) => change(addressOf(next)),
    setCompare: period.name === 'all' ? undefined : (isOn: boolean) => change({ compare: isOn ? undefined : 'none' }),
  };
}

/** Remembers the first contact's day. From then on, "all time" starts on this day, even on later visits. */
export function useFirstDay(day: string | null | undefined, onLearned: () => void): void {
  useEffect(() => {
    if (!day || day === firstDay) return;
    firstDay = day;
    onLearned();
  }, [day]);
}
