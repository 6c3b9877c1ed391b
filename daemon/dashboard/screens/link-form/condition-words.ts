/** The text form of a rule's conditions. */
import { countryName, languageName, weekday } from '../../../../shared/ui/format.ts';
import { text } from '../../text/later.ts';
import { type HoursRow, type Kind, kinds, type WhenRow, weekdays } from './rule-values.ts';

const words = text.linkRules;

const values = text.analytics.values as Record<string, string>;

/** Formats one value of a list. */
export const nameOf = (kind: Kind, value: string): string =>
  kind === 'language' ? languageName(value) : kind === 'country' ? countryName(value) : (values[value] ?? value);

/** Names a day of the week. 5 January 1970 was a Monday. */
export const dayName = (day: HoursRow['days'][number]): string =>
  weekday(Date.UTC(1970, 0, 5 + weekdays.indexOf(day)), 'UTC');

const period = ({ from, to }: { from: string; to: string }) =>
  from || to ? words.period(from.replace('T', ' '), to.replace('T', ' ')) : '';

function hoursText({ days, timezone, ...times }: HoursRow): string {
  const shown = days.length === weekdays.length ? '' : days.map(dayName).join(', ');
  return [shown, period(times), timezone.replaceAll('_', ' ')].filter(Boolean).join(', ');
}

/** Lists the conditions that have a value. */
function conditionsOf(when: WhenRow): [kind: Kind, text: string][] {
  const textOf = (kind: Kind): string => {
    if (kind === 'hours') return when.hours ? hoursText(when.hours) : '';
    if (kind === 'time') return when.time ? period(when.time) : '';
    return (when[kind] ?? []).map((value) => nameOf(kind, value)).join(', ');
  };
  return kinds.map((kind): [Kind, string] => [kind, textOf(kind)]).filter(([, shown]) => shown !== '');
}

/** Formats conditions in one line. */
export const summaryOf = (when: WhenRow): string =>
  conditionsOf(when)
    .map(([kind, shown]) => `${words.kinds[kind]}: ${shown}`)
    .join(' · ');
