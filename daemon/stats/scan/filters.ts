/** Filters by values of breakdowns: from the words of a question to what is stored with clicks. */

import { invalid } from '../../api/errors.ts';
import { findWordId } from '../../clicks/click-dictionary.ts';
import { type Dimension, type DimensionName, dimensions } from '../../clicks/core/dimensions.ts';
import type { Db } from '../../core/tables.ts';
import { isOpen, other } from '../core/values.ts';

/** Only clicks with this value; `dimension` is a place in `dimensions`. */
export type Filter = { dimension: number; id: number };

export type FilterQuery = { [dimension in DimensionName]?: string };

/** Undefined when no click can have a value that was asked for. @throws `validation_failed` for what is no value */
export async function toFilters(db: Db, query: FilterQuery): Promise<Filter[] | undefined> {
  const filters: Filter[] = [];
  for (const [place, dimension] of dimensions.entries()) {
    const asked = query[dimension.name];
    if (asked === undefined) continue;
    const id = await findId(db, dimension, asked);
    if (id === undefined) return undefined;
    filters.push({ dimension: place, id });
  }
  return filters;
}

async function findId(db: Db, dimension: Dimension, asked: string): Promise<number | undefined> {
  const field = dimension.name;
  if (isOpen(dimension) && asked === other) throw invalid({ field, message: 'has several values; request only one' });
  if (dimension.kind === 'word') return asked === dimension.none ? 0 : findWordId(db, dimension.toWord(asked));
  const id = dimension.idOf(asked);
  if (id === undefined) throw invalid({ field, message: `must be ${dimension.form}` });
  return id;
}
