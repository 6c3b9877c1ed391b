/** Criteria on when contacts were added or last changed, as a day or a second. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { readEnd, readStart } from '../../core/dates.ts';
import { type Criterion, criterionKind } from './criterion.ts';

const day = (description: string) => Type.Optional(Type.String({ maxLength: 19, description }));

export const dayCriteria = criterionKind({
  name: 'days',
  label: 'Added or changed',
  args: {
    from: day('Added on this day or later, yyyy-mm-dd in UTC, or in this second or later, yyyy-mm-dd hh:mm:ss.'),
    to: day('Added on this day, or in this second, or earlier.'),
    updated_from: day('Last changed on this day, or in this second, or later.'),
    updated_to: day('Last changed on this day, or in this second, or earlier.'),
  },
  read({ from, to, updated_from, updated_to }) {
    const criteria = [
      ...within('created', readStart('from', from), readEnd('to', to)),
      ...within('modified', readStart('updated_from', updated_from), readEnd('updated_to', updated_to)),
    ];
    return criteria.length > 0 ? () => criteria : undefined;
  },
});

const columns = { created: sql`c.creation_date`, modified: sql`c.last_modified` };

/** Builds the criterion for `from` (inclusive) to `until` (exclusive). */
function within(date: keyof typeof columns, from: Date | undefined, until: Date | undefined): Criterion[] {
  const bounds = [
    ...(from ? [sql`${columns[date]} >= ${from}`] : []),
    ...(until ? [sql`${columns[date]} < ${until}`] : []),
  ];
  if (bounds.length === 0) return [];
  const [first, end] = [secondsOf(from) ?? Number.NEGATIVE_INFINITY, secondsOf(until) ?? Number.POSITIVE_INFINITY];
  return [
    { sql: sql.join(bounds, sql` AND `), inIndex: (index) => (bits) => index.keepWithin(bits, date, first, end) },
  ];
}

const secondsOf = (date: Date | undefined) => date && date.getTime() / 1_000;
