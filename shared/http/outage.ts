/** What both services answer when a store fails: 503, in words that help those who asked. */
import { NoResultError } from 'kysely';
import {
  type ApiError,
  isAnyOf,
  isDiskFull,
  isOutOfTime,
  isStoreDown,
  type KitErrorCode,
  unavailable,
} from '../errors.ts';

/** What a statement meets whose tables are just being made: by the restoring of a backup, by migrations. */
const schemaFaults = new Set([
  1046, // ER_NO_DB_ERROR: the connection's database was dropped
  1049, // ER_BAD_DB_ERROR
  1054, // ER_BAD_FIELD_ERROR
  1146, // ER_NO_SUCH_TABLE
  1412, // ER_TABLE_DEF_CHANGED
  1451, // ER_ROW_IS_REFERENCED_2
  1452, // ER_NO_REFERENCED_ROW_2: the workspace of what is stored is not there yet, or was just deleted
  1932, // ER_NO_SUCH_TABLE_IN_ENGINE
]);

/** The 503 for a store's fault, in words that help who asked; undefined for every other fault. */
export function outageOf(cause: unknown): ApiError<KitErrorCode> | undefined {
  if (isDiskFull(cause)) return unavailable('the disk is full: nothing can be stored until there is room', { cause });
  if (isOutOfTime(cause)) {
    const hint = 'if that does not help, ask for less: a shorter time, a narrower filter, or fewer at once';
    return unavailable(`the database did not answer in time; try again shortly, and ${hint}`, { cause });
  }
  // A row that has to be there, of a workspace or a user, is missing while its table is filled, or when it was just deleted.
  if (isAnyOf(cause, schemaFaults) || cause instanceof NoResultError) {
    return unavailable('the database is being restored or brought up to date; try again shortly', { cause });
  }
  if (!isStoreDown(cause)) return undefined;
  return unavailable('a store this needs is not reachable; try again shortly', { cause });
}
