/** The criterion on points. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import Type from 'typebox';
import { unprocessable } from '../../core/errors.ts';
import { criterionKind } from './criterion.ts';

export const pointsCriterion = criterionKind({
  name: 'points',
  label: 'Points',
  args: {
    points: Type.Optional(
      Type.Unknown({ description: 'A whole number, or an object with from and to (both included).' }),
    ),
  },
  read({ points }) {
    const { from = '', to = '', ...others } = isObject(points) ? points : { from: points, to: points };
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) throw unprocessable(`points must have from or to, not ${unknown.slice(0, 50)}`);
    const [least, most] = [readBound(from), readBound(to)];
    if (least === undefined && most === undefined) return undefined;
    const bounds = [
      ...(least === undefined ? [] : [sql`c.points >= ${least}`]),
      ...(most === undefined ? [] : [sql`c.points <= ${most}`]),
    ];
    const [first, last] = [least ?? Number.NEGATIVE_INFINITY, most ?? Number.POSITIVE_INFINITY];
    return () => [
      { sql: sql.join(bounds, sql` AND `), inIndex: (index) => (bits) => index.keepPoints(bits, first, last) },
    ];
  },
});

const isObject = (value: unknown): value is { [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a bound; undefined for none. @throws unprocessable_entity */
function readBound(given: unknown): number | undefined {
  if (given === '' || given === null) return undefined;
  const number = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  if (!Number.isSafeInteger(number)) throw unprocessable('points must be a whole number, or have from and to');
  return number as number;
}
