/** Times of the API, which are UTC as `YYYY-MM-DD HH:MM:SS`. */
import { dateTime, relative } from '../../../shared/ui/format.ts';

/** Converts a time to ISO 8601. */
export const isoOf = (sqlDate: string): string => `${sqlDate.replace(' ', 'T')}Z`;

/** Shows a relative time, with the exact time as a tooltip. */
export const Time = ({ at }: { at: string | null }) =>
  at === null ? <span class="soft">–</span> : <span title={dateTime(isoOf(at))}>{relative(isoOf(at))}</span>;
