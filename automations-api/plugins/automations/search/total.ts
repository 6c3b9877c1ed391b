/**
 * How many contacts a filter finds, exactly. Most filters are answered from the kept counts; those that join several
 * terms, or days of both kinds, are counted once and remembered while no contact they could find has changed.
 */
import { sql } from 'kysely';
import type { Db } from '../../../../shared/db.ts';
import { Axis, everyone } from '../contacts/counts.ts';
import { contacts, contactTerms, hasTerm, ownConditions, termConditions, where, within } from './conditions.ts';
import { countInDays, isBounded, type TermSize } from './counts.ts';
import type { Filter } from './schema.ts';

type SizeOf = (termId: number) => TermSize;

const mostRemembered = 1_000;

export class Totals {
  readonly #db: Db;
  readonly #remembered = new Map<string, { mark: string; total: number }>();

  constructor(db: Db) {
    this.#db = db;
  }

  async count(filter: Filter, sizeOf: SizeOf): Promise<number> {
    const terms = [...filter.tags, ...filter.lists];
    const isKept = terms.length <= 1 && !(isBounded(filter.created) && isBounded(filter.modified));
    if (filter.emailKey !== undefined) return countContacts(this.#db, filter);
    if (isKept) return countKept(this.#db, filter, terms[0] ?? everyone, sizeOf);
    return this.#remember(filter, terms, sizeOf);
  }

  async #remember(filter: Filter, terms: number[], sizeOf: SizeOf): Promise<number> {
    const key = JSON.stringify(filter);
    // Read before the count: what changes meanwhile moves the mark, and the next call counts again.
    const mark = (terms.length > 0 ? terms : [everyone]).map((id) => sizeOf(id).changes).join();
    const known = this.#remembered.get(key);
    if (known?.mark === mark) return known.total;
    const total = await countContacts(this.#db, filter);
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    this.#remembered.set(key, { mark, total });
    return total;
  }
}

async function countKept(db: Db, filter: Filter, termId: number, sizeOf: SizeOf): Promise<number> {
  const { status, created, modified } = filter;
  if (isBounded(created)) return countInDays(db, termId, Axis.created, created, status);
  if (isBounded(modified)) return countInDays(db, termId, Axis.modified, modified, status);
  const size = sizeOf(termId);
  return status === undefined ? size.all : (size.byStatus.get(status) ?? 0);
}

/** Counts the contacts themselves, through the memberships where that spares looking at the contacts. */
async function countContacts(db: Db, filter: Filter): Promise<number> {
  const { tags, lists, created, modified, status, emailKey } = filter;
  const termsOnly = status === undefined && emailKey === undefined && !isBounded(modified);
  const counted =
    termsOnly && tags.length + lists.length > 0
      ? countMembers(tags.length > 0 ? tags : lists, tags.length > 0 ? lists : [], created)
      : sql<{
          n: number;
        }>`SELECT COUNT(*) AS n FROM ${contacts} c ${where([...ownConditions(filter), ...termConditions(filter)])}`;
  const { rows } = await counted.execute(db);
  return Number(rows[0]?.n ?? 0);
}

function countMembers(ids: number[], others: number[], created: Filter['created']) {
  const conditions = [
    sql`m.term_id IN (${sql.join(ids)})`,
    ...within(sql`m.creation_date`, created),
    ...(others.length > 0 ? [hasTerm(sql`m.contact_id`, others)] : []),
  ];
  const what = ids.length > 1 ? sql`COUNT(DISTINCT m.contact_id)` : sql`COUNT(*)`;
  return sql<{ n: number }>`SELECT ${what} AS n FROM ${contactTerms} m ${where(conditions)}`;
}
