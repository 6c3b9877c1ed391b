/** Parsing of days in common formats, unless they are ambiguous. Pure. */
import { parseDay } from '../../core/dates.ts';

/** The order in which a column writes 01/02/1980; `mixed` if its cells contradict each other. */
export type DayOrder = 'day' | 'month' | 'mixed';

const longestCell = 60;
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/;
const compact = /^(1[89]\d\d|2[01]\d\d)(\d\d)(\d\d)$/;
const timeOfDay =
  /^(?:,?[T ] ?\d{1,2}:\d\d(?::\d\d(?:\.\d{1,9})?)?)? ?(?:[ap]\.?m\.?)? ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i;

/** Reads a day as `yyyy-mm-dd`, ignoring its time. Returns undefined if it is invalid or ambiguous. */
export function readDay(cell: string, order: DayOrder | undefined): string | undefined {
  const text = cell.trim();
  if (text.length > longestCell) return undefined;
  const inOrder = yearFirst.exec(text) ?? compact.exec(text);
  if (inOrder) {
    const [whole, year, ...others] = inOrder;
    const [month, day] = others.slice(-2);
    return timeOfDay.test(text.slice(whole.length)) ? dayOf(year, month, day) : undefined;
  }
  const parts = yearLast.exec(text);
  if (!parts) return fromWords(text);
  const [whole, first, mark, second, year] = parts;
  if (!timeOfDay.test(text.slice(whole.length))) return undefined;
  const by = mark === '.' ? 'day' : (orderIn(first, second) ?? order ?? (mark === '-' ? 'day' : undefined));
  if (by === 'day' || first === second) return dayOf(year, second, first);
  return by === 'month' ? dayOf(year, first, second) : undefined;
}

/** Returns the only order in which a cell is a valid day; undefined if both orders are possible, or neither. */
export function dayOrderOf(cell: string): Exclude<DayOrder, 'mixed'> | undefined {
  const [, first, , second] = yearLast.exec(cell.trim()) ?? [];
  return orderIn(first, second);
}

function orderIn(first: string | undefined, second: string | undefined): Exclude<DayOrder, 'mixed'> | undefined {
  const [one, other] = [Number(first), Number(second)];
  if (one > 12 && one <= 31 && other >= 1 && other <= 12) return 'day';
  return other > 12 && other <= 31 && one >= 1 && one <= 12 ? 'month' : undefined;
}

const dayOf = (year?: string, month?: string, day?: string) => {
  const text = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  return parseDay(text) && text;
};

const months = 'january february march april may june july august september october november december'.split(' ');
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const isPartOf = (word: string) => (name: string) => word.length >= 3 && name.startsWith(word);

/** Reads a day such as `February 3, 1980`, `Sun, 3 Feb 1980 04:05` or `3-Feb-1980`. */
function fromWords(text: string): string | undefined {
  const [given, ...clock] = text.toLowerCase().split(/(?=[t ]\d{1,2}:)/);
  const words = given?.split(/[\s,./-]+/).filter(Boolean) ?? [];
  if (weekdays.some(isPartOf(words[0] ?? ''))) words.shift();
  const [first = '', second = '', year = ''] = words;
  const monthOf = (word: string) => months.findIndex(isPartOf(word)) + 1;
  const [month, day] = monthOf(first) > 0 ? [monthOf(first), second] : [monthOf(second), first];
  const number = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(day)?.[1];
  const isWhole = words.length === 3 && /^\d{4}$/.test(year) && timeOfDay.test(clock.join(''));
  return isWhole && month > 0 && number ? dayOf(year, String(month), number) : undefined;
}
