/** The threat lists that are due for a refresh. */
import type { Config } from '../../../shared/config/config.ts';
import type { Db } from '../../core/tables.ts';
import { keepOnly, listLists } from './queries.ts';

/** Delay before a failed download is retried. */
const retryMs = 5 * 60_000;

/** Returns the due lists among `names`, and deletes the data of all other lists. */
export async function findDueLists(
  db: Db,
  { listMinutes }: Pick<Config['safety'], 'listMinutes'>,
  names: string[],
  now: number,
): Promise<string[]> {
  const known = new Map((await listLists(db)).map((list) => [list.name, list]));
  if ([...known.keys()].some((name) => !names.includes(name))) await keepOnly(db, names);
  return names.filter((name) => {
    const list = known.get(name);
    const waitMs = list?.last_error ? Math.min(retryMs, listMinutes * 60_000) : listMinutes * 60_000;
    return !list?.checked_at || list.checked_at.getTime() + waitMs <= now;
  });
}
