/** Parsing of filters before they are stored, in segments, rules and jobs. */
import { ApiError } from '../../../../shared/errors.ts';
import { compileArgs } from '../../../host/core/args.ts';
import { unprocessable } from '../core/errors.ts';
import type { Db } from '../core/tables.ts';
import { nameFieldsById } from '../fields/name-by-id.ts';
import { FilterArgs } from './filter-args.ts';

const clean = compileArgs(FilterArgs, { forgiving: true });

/**
 * Parses an object of the parameters of `GET /contacts`. Replaces field slugs with ids.
 * @throws unprocessable_entity
 */
export async function parseFilter(db: Db, given: unknown): Promise<FilterArgs> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw unprocessable('filter must be an object of the parameters of GET /contacts');
  }
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(FilterArgs.properties, name));
  if (unknown.length > 0) throw unprocessable(`filter has unknown field(s): ${unknown.slice(0, 20).join(', ')}`);
  const args = cleanFilter(given as Record<string, unknown>) as FilterArgs;
  return nameFieldsById(db, args);
}

function cleanFilter(given: Record<string, unknown>) {
  try {
    return clean(given);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { params = {} } = (error.details ?? {}) as { params?: Record<string, string> };
    throw unprocessable(`Invalid filter: ${Object.values(params).join('; ')}`);
  }
}
