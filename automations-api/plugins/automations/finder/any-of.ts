/** The criterion that a contact meets at least one of several filters. */
// biome-ignore-all lint/plugin: contact searches use handwritten SQL.
import { sql } from 'kysely';
import type { Db } from '../core/tables.ts';
import { amongIds, type Criterion, type Filter } from './criteria/criterion.ts';
import { type Criteria, findCriteria } from './criteria/find-criteria.ts';
import { keepAny } from './index/contact-index.ts';
import { readGroups } from './parse-filter.ts';
import { listIds } from './sql/find-queries.ts';

/** @throws unprocessable_entity if a filter is invalid or has no condition */
export async function findAnyOf(db: Db, groups: object[], criteria: Criteria): Promise<Criterion> {
  const filters: Filter[] = [];
  for (const group of readGroups(groups)) filters.push(await findCriteria(db, group, criteria));
  // A condition can match all contacts, for example if it excludes a deleted tag.
  const allOf = (filter: Filter) => sql`(${sql.join([sql`TRUE`, ...conditionsOf(filter)], sql` AND `)})`;
  return {
    sql: sql`(${sql.join(filters.map(allOf), sql` OR `)})`,
    async inIndex(index) {
      const keeps = filters.map((filter) =>
        Promise.all(filter.map((one) => (one.inIndex ?? amongIds(() => listIds(db, [one])))(index))),
      );
      return keepAny(await Promise.all(keeps));
    },
  };
}

const conditionsOf = (filter: Filter) => filter.map((one) => one.sql);
