/** Checks whether a few contacts match a stored filter. */
import type { Context } from '../context/context.ts';
import type { Db } from '../core/tables.ts';
import type { FilterArgs } from './filter-args.ts';
import { resolveFilter } from './resolve.ts';

export type Matching = Pick<Context, 'finder'> & { registries: Pick<Context['registries'], 'criteria'> };

/** Finds which of the contacts match, as `db` sees them. @throws unprocessable_entity */
export async function findMatching(
  { finder, registries: { criteria } }: Matching,
  db: Db,
  filter: FilterArgs,
  contactIds: number[],
): Promise<Set<number>> {
  return new Set(await finder.among(await resolveFilter(db, filter, criteria), contactIds, db));
}
