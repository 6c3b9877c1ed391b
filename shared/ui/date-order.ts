/**
 * The format of dates and times. The browser's locale decides the order of day, month and year, and the clock (12 or 24
 * hours). The application's language decides the words. Pure.
 */

const dateParts = ['day', 'month', 'year'];
const isDatePart = ({ type }: { type: string }) => dateParts.includes(type);

/** Returns a function that creates formats. `language`: the application's; `locale`: by default the browser's. */
export function formatsFor(language: string, locale?: string) {
  const own = new Intl.DateTimeFormat(locale, {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' },
    calendar: 'gregory',
  });
  const { hourCycle } = own.resolvedOptions();
  const order = own
    .formatToParts(0)
    .filter(isDatePart)
    .map(({ type }) => type);
  return (options: Intl.DateTimeFormatOptions): ((time: Date) => string) => {
    const format = new Intl.DateTimeFormat(language, { ...options, hourCycle });
    return (time) => inOrder(format.formatToParts(time), order);
  };
}

/** Joins the parts. If their order differs, the day, month and year are separated by blanks: 5 Nov 2026. */
function inOrder(parts: Intl.DateTimeFormatPart[], order: string[]): string {
  const found = parts.filter(isDatePart);
  const sorted = found.toSorted((one, other) => order.indexOf(one.type) - order.indexOf(other.type));
  const textOf = (some: Intl.DateTimeFormatPart[], between: string) => some.map(({ value }) => value).join(between);
  if (found.every((part, n) => part === sorted[n])) return textOf(parts, '');
  const [first, last] = [parts.findIndex(isDatePart), parts.findLastIndex(isDatePart)];
  return textOf(parts.slice(0, first), '') + textOf(sorted, ' ') + textOf(parts.slice(last + 1), '');
}
