/** A relative time, such as "2 hours ago", with the exact time as a tooltip. */
import { dateTime, relative } from './format.ts';

export const Time = ({ at }: { at: string | null | undefined }) =>
  at ? <span title={dateTime(at)}>{relative(at)}</span> : <span class="soft">–</span>;
