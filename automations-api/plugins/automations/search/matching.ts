/** Filters that are kept, and whom they mean now: everyone, some of a few, or only how many. */
// biome-ignore-all lint/plugin: finding contacts is written by hand.
import { sql } from 'kysely';
import { patient } from '../../../../shared/db/db.ts';
import { ApiError } from '../../../../shared/errors.ts';
import { compileArgs } from '../../../host/args.ts';
import { unprocessable } from '../core/errors.ts';
import type { Db } from '../core/tables.ts';
import { nameFieldsById } from '../fields/name-by-id.ts';
import { ownConditions, termConditions, where } from './conditions.ts';
import { conditionsOf, keepsOf } from './found-page.ts';
import type { Sources } from './list.ts';
import { resolveFilter } from './resolve.ts';
import { type Filter, FilterArgs, readFilter } from './schema.ts';
import { contacts } from './sql-parts.ts';

const clean = compileArgs(FilterArgs, { forgiving: true });

/**
 * A filter as it is kept, from a body: an object of the parameters of `GET /contacts`. Slugs of fields become ids.
 * @throws unprocessable_entity
 */
export async function parseFilter(db: Db, given: unknown): Promise<FilterArgs> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw unprocessable('filter must be an object of the parameters of GET /contacts');
  }
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(FilterArgs.properties, name));
  if (unknown.length > 0) throw unprocessable(`filter has unknown member(s): ${unknown.slice(0, 20).join(', ')}`);
  const args = cleanMembers(given as Record<string, unknown>) as FilterArgs;
  readFilter(args);
  return nameFieldsById(db, args);
}

function cleanMembers(given: Record<string, unknown>) {
  try {
    return clean(given);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { params = {} } = (error.details ?? {}) as { params?: Record<string, string> };
    throw unprocessable(`Invalid filter: ${Object.values(params).join('; ')}`);
  }
}

/** The ids of all contacts that meet it at one moment, in no order. @throws unprocessable_entity */
export async function listMatchingIds({ db, contactIndex }: Sources, args: FilterArgs): Promise<number[]> {
  const filter = await resolveFilter(db, args);
  const index = filter.emailKey === undefined ? await contactIndex.fresh() : undefined;
  if (!index) return idsOf(await selectIds(patient(db), filter, undefined));
  return index.find(conditionsOf(filter), await keepsOf(filter, index)).ids();
}

/** Those of a few contacts that meet it now, as the transaction sees them. @throws unprocessable_entity */
export async function pickMatching(db: Db, args: FilterArgs, contactIds: number[]): Promise<number[]> {
  if (contactIds.length === 0) return [];
  const filter = await resolveFilter(db, args);
  return idsOf(await selectIds(db, filter, contactIds));
}

async function selectIds(db: Db, filter: Filter, among: number[] | undefined): Promise<{ id: number }[]> {
  const conditions = [
    ...(among ? [sql`c.id IN (${sql.join(among)})`] : []),
    ...ownConditions(filter),
    ...termConditions(filter),
  ];
  const { rows } = await sql<{ id: number }>`SELECT c.id FROM ${contacts} c ${where(conditions)}`.execute(db);
  return rows;
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);
