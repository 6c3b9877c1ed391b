/** Parsing of filters before they are stored, in segments, rules and jobs. */
import { ApiError } from '../../../../shared/errors.ts';
import { compileArgs } from '../../../host/core/args.ts';
import { unprocessable } from '../core/errors.ts';
import type { Db } from '../core/tables.ts';
import { nameFieldsById } from '../fields/name-by-id.ts';
import { FilterArgs, GroupArgs } from './filter-args.ts';

const clean = compileArgs(FilterArgs, { forgiving: true });
const cleanGroup = compileArgs(GroupArgs, { forgiving: true });

/**
 * Parses an object of the parameters of `GET /contacts`. Replaces field slugs with ids.
 * @throws unprocessable_entity
 */
export async function parseFilter(db: Db, given: unknown): Promise<FilterArgs> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw unprocessable('filter must be an object of the parameters of GET /contacts');
  }
  checkNames('filter', FilterArgs, given);
  const args = refuse('filter', () => clean(given as Record<string, unknown>) as FilterArgs);
  const { any_of: groups = [], ...filter } = await nameFieldsById(db, args);
  if (groups.length === 0) return filter;
  const parsed = readGroups(groups).map((group) => nameFieldsById(db, group));
  return { ...filter, any_of: await Promise.all(parsed) };
}

/** Reads the filters of `any_of`. @throws unprocessable_entity if one is invalid or empty */
export const readGroups = (groups: object[]): GroupArgs[] =>
  groups.map((group, n) => {
    const name = `any_of[${n}]`;
    checkNames(name, GroupArgs, group);
    const read = refuse(name, () => cleanGroup(group as Record<string, unknown>) as GroupArgs);
    // A group without conditions would match all contacts.
    if (Object.values(read).every(isEmpty)) throw unprocessable(`${name} has no condition`);
    return read;
  });

const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' ? Object.keys(value).length === 0 : String(value).trim() === '');

/** @throws unprocessable_entity */
function checkNames(name: string, args: { properties: object }, given: object): void {
  const unknown = Object.keys(given).filter((one) => !Object.hasOwn(args.properties, one));
  if (unknown.length > 0) throw unprocessable(`${name} has unknown field(s): ${unknown.slice(0, 20).join(', ')}`);
}

/** Reads parameters. @throws unprocessable_entity with all faults */
function refuse<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { params = {} } = (error.details ?? {}) as { params?: Record<string, string> };
    throw unprocessable(`Invalid ${name}: ${Object.values(params).join('; ')}`);
  }
}
