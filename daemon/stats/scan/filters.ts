/** Filters by values of breakdowns: from the words of a question to what is stored with clicks. */

import { dimensions } from '../../../shared/limits-of-fields.ts';
import { invalid } from '../../api/errors.ts';
import type { Dimension } from '../../clicks/breakdown.ts';
import { countryCode } from '../../clicks/bytes/record.ts';
import { findWordId } from '../../clicks/click-dictionary.ts';
import { devices, languageOf, referrerHost } from '../../clicks/core/agent.ts';
import type { Db } from '../../core/tables.ts';
import { nameOfMissing, triggers } from '../core/values.ts';

/** Only clicks with this value; `dimension` is a place in `dimensions`. */
export type Filter = { dimension: number; id: number };

export type FilterQuery = { [dimension in Dimension]?: string };

/** Undefined when no click can have a value that was asked for. @throws `validation_failed` for what is no value */
export async function toFilters(db: Db, query: FilterQuery): Promise<Filter[] | undefined> {
  const filters: Filter[] = [];
  for (const [place, dimension] of dimensions.entries()) {
    const asked = query[dimension];
    if (asked === undefined) continue;
    const id = await findId(db, dimension, asked);
    if (id === undefined) return undefined;
    filters.push({ dimension: place, id });
  }
  return filters;
}

async function findId(db: Db, dimension: Dimension, asked: string): Promise<number | undefined> {
  if (dimension === 'device') return placeIn(devices, dimension, asked);
  if (dimension === 'trigger') return placeIn(triggers, dimension, asked);
  if (asked === '(other)') throw invalid({ field: dimension, message: 'is many values; ask for one of them' });
  if (asked === nameOfMissing(dimension)) return 0;
  if (dimension === 'country') return toCountry(asked);
  return findWordId(db, toWord(dimension, asked));
}

function placeIn(names: readonly string[], field: Dimension, asked: string): number {
  const place = names.indexOf(asked);
  if (place < 0) throw invalid({ field, message: `must be one of ${names.join(', ')}` });
  return place;
}

function toCountry(asked: string): number {
  if (!/^[a-z]{2}$/i.test(asked)) throw invalid({ field: 'country', message: 'must be two letters, or Unknown' });
  return countryCode(asked.toUpperCase());
}

/** As it is written when a click is stored. */
function toWord(dimension: Dimension, asked: string): string {
  if (dimension === 'referrer') return asked === 'Unknown' ? asked : referrerHost(asked);
  return dimension === 'language' ? languageOf(asked) : asked.trim();
}
