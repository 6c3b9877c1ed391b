/** The rows of the editor: conditions, including incomplete ones. Pure. */
import {
  type Condition,
  conditionsOf,
  type Filter,
  type How,
  isComplete,
  isSame,
  type Kind,
  placeOf,
} from './conditions.ts';

const emptyOf = (kind: Kind): Condition => ({ kind, how: 'any', values: [] });

/** Returns a filter's rows. Kinds in `always` have a row even without a condition, and come first. */
export function rowsOf(filter: Filter, always: readonly Kind[]): Condition[] {
  const conditions = conditionsOf(filter);
  const first = always.flatMap((kind) => {
    const present = conditions.filter((one) => one.kind === kind);
    return present.length > 0 ? present : [emptyOf(kind)];
  });
  return [...first, ...conditions.filter(({ kind }) => !always.includes(kind))];
}

/** Updates the rows after the filter changed elsewhere. Rows keep their places, including incomplete ones. */
export function followed(rows: readonly Condition[], filter: Filter, always: readonly Kind[]): Condition[] {
  const next = rowsOf(filter, always);
  if (isSame(rows, next)) return [...rows];
  const kept = rows.flatMap(
    (row) => next.find((one) => placeOf(one) === placeOf(row)) ?? (isComplete(row) ? [] : [row]),
  );
  return [...kept, ...next.filter((one) => !kept.some((row) => placeOf(row) === placeOf(one)))];
}

const listWays: readonly How[] = ['any', 'all', 'none'];

/** Changes the operator, and keeps the values if the new operator takes values of the same kind. */
export function inWay(condition: Condition, how: How): Condition {
  const isList = listWays.includes(condition.how) && listWays.includes(how);
  const values = isList ? condition.values : how === 'contains' ? condition.values.slice(0, 1) : [];
  return { ...condition, how, values };
}
