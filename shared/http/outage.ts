/** The answer of both services when a store fails. */
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

/** Errors of statements during a restore or migrations. */
const schemaFaults = new Set([
  1046, // ER_NO_DB_ERROR: the connection's database was dropped
  1049, // ER_BAD_DB_ERROR
  1054, // ER_BAD_FIELD_ERROR
  1146, // ER_NO_SUCH_TABLE
  1412, // ER_TABLE_DEF_CHANGED
  1451, // ER_ROW_IS_REFERENCED_2
  1452, // ER_NO_REFERENCED_ROW_2: a workspace is not loaded yet, or was just deleted
  1932, // ER_NO_SUCH_TABLE_IN_ENGINE
]);

/** Returns the 503 for a store's fault, with a message that helps the caller; `undefined` for every other fault. */
export function outageOf(cause: unknown): ApiError<KitErrorCode> | undefined {
  if (isDiskFull(cause)) return unavailable('The disk is full. Nothing can be stored until there is space.', { cause });
  if (isOutOfTime(cause)) {
    const hint = 'If that does not help, request less: a shorter period, a narrower filter or fewer items.';
    return unavailable(`The database did not answer in time. Try again shortly. ${hint}`, { cause });
  }
  // A workspace's or user's row is not loaded yet, or was just deleted.
  if (isAnyOf(cause, schemaFaults) || cause instanceof NoResultError) {
    return unavailable('The database is being restored or migrated. Retry shortly.', { cause });
  }
  if (!isStoreDown(cause)) return undefined;
  return unavailable('Temporarily unavailable. Retry shortly.', { cause });
}
