/**
 * How many contacts a filter finds, exactly. Most filters are answered from the kept counts; those that join several
 * terms, or days of both kinds, or a segment, are counted once and remembered while no contact they could find has changed.
 */
// biome-ignore-all lint/plugin: finding contacts is written by hand.
import { sql } from 'kysely';
import { Axis, everyone } from '../contacts/counts.ts';
import type { Db } from '../core/tables.ts';
import { impliedDays, ownConditions, termConditions, where, within } from './conditions.ts';
import { countInDays, isBounded, isOfWholeDays, sizeOfStatuses, type TermSize } from './counts.ts';
import type { Filter } from './schema.ts';
import { type Condition, contacts, contactTerms, hasTerm } from './sql-parts.ts';

type SizeOf = (termId: number) => TermSize;

const mostRemembered = 1_000;
/** How many memberships are read in the time one is looked up. */
const lookupCost = 5;

export class Totals {
  readonly #db: Db;
  readonly #remembered = new Map<string, { mark: string; total: number }>();

  constructor(db: Db) {
    this.#db = db;
  }

  async count(filter: Filter, sizeOf: SizeOf): Promise<number> {
    const terms = [...filter.tags, ...filter.lists];
    if (filter.emailKey !== undefined) return countContacts(this.#db, filter);
    if (terms.length <= 1 && isKept(filter)) return countKept(this.#db, filter, terms[0] ?? everyone, sizeOf);
    if (!isCounted(filter)) return countJoined(this.#db, filter, sizeOf);
    return this.#remember(filter, terms, sizeOf);
  }

  async #remember(filter: Filter, terms: number[], sizeOf: SizeOf): Promise<number> {
    const key = JSON.stringify(filter);
    // Read before the count: what changes meanwhile moves the mark, and the next call counts again.
    const mark = (terms.length > 0 ? terms : [everyone]).map((id) => sizeOf(id).changes).join();
    const known = this.#remembered.get(key);
    if (known?.mark === mark) return known.total;
    const total = await countJoined(this.#db, filter, sizeOf);
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    this.#remembered.set(key, { mark, total });
    return total;
  }
}

/** Whether the kept counts know everything that it asks besides its terms. */
const isKept = (filter: Filter) =>
  isCounted(filter) && !filter.also?.length && !(isBounded(filter.created) && isBounded(filter.modified));

/** Whether the kept counts move with all it asks. */
const isCounted = ({ created, modified, criteria, also = [] }: Filter): boolean =>
  criteria.length === 0 && isOfWholeDays(created) && isOfWholeDays(modified) && also.every(isCounted);

async function countKept(db: Db, filter: Filter, termId: number, sizeOf: SizeOf): Promise<number> {
  const { statuses, created, modified } = filter;
  if (isBounded(created)) return countInDays(db, termId, Axis.created, created, statuses);
  if (isBounded(modified)) return countInDays(db, termId, Axis.modified, modified, statuses);
  return sizeOfStatuses(sizeOf(termId), statuses);
}

/** Looks at as few memberships as it can: those of the rarer kind, or all but those of the commonest term. */
async function countJoined(db: Db, filter: Filter, sizeOf: SizeOf): Promise<number> {
  const { tags, lists } = filter;
  const sum = (ids: number[]) => ids.reduce((size, id) => size + sizeOf(id).all, 0);
  if (tags.length + lists.length === 0) return countContacts(db, filter);
  if (tags.length > 0 && lists.length > 0) {
    const [few, many] = sum(tags) < sum(lists) ? [tags, lists] : [lists, tags];
    return countMembers(db, filter, few, [hasTerm('m', many)]);
  }
  const ids = [...tags, ...lists].sort((a, b) => sizeOf(b).all - sizeOf(a).all);
  const [largest = everyone, ...rest] = ids;
  if (!isKept(filter) || sum(ids) < sum(rest) * lookupCost) return countMembers(db, filter, ids, []);
  const [kept, others] = await Promise.all([
    countKept(db, filter, largest, sizeOf),
    countMembers(db, filter, rest, [sql`NOT ${hasTerm('m', [largest])}`]),
  ]);
  return kept + others;
}

/** The contacts with one of the terms that meet the filter's other conditions and `more`. */
async function countMembers(db: Db, filter: Filter, ids: number[], more: Condition[]): Promise<number> {
  const { statuses, created, modified, criteria, also = [] } = filter;
  const isOwn = statuses.length + criteria.length + also.length > 0 || isBounded(modified);
  const join = isOwn ? sql`STRAIGHT_JOIN ${contacts} c ON c.id = m.contact_id` : sql``;
  const conditions = [
    sql`m.term_id IN (${sql.join(ids)})`,
    ...within(sql`m.creation_date`, created),
    ...more,
    ...(isOwn ? ownConditions({ ...filter, created: {} }) : []),
  ];
  const what = ids.length > 1 ? sql`COUNT(DISTINCT m.contact_id)` : sql`COUNT(*)`;
  const { rows } = await sql<{ n: number }>`
    SELECT ${what} AS n FROM ${contactTerms} m FORCE INDEX (PRIMARY) ${join} ${where(conditions)}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Counts the contacts themselves: one address, or those of the fewer days. */
async function countContacts(db: Db, filter: Filter): Promise<number> {
  const implied = impliedDays(filter);
  const conditions = [
    ...ownConditions(filter),
    ...within(sql`c.creation_date`, implied.created),
    ...within(sql`c.last_modified`, implied.modified),
    ...termConditions(filter),
  ];
  const index = sql.raw(filter.emailKey === undefined ? await indexOfFewerDays(db, filter) : 'contacts_email');
  const { rows } = await sql<{ n: number }>`
    SELECT COUNT(*) AS n FROM ${contacts} c FORCE INDEX (${index}) ${where(conditions)}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

async function indexOfFewerDays(db: Db, { created, modified }: Filter): Promise<string> {
  const countDays = (axis: Axis, from?: Date, until?: Date) => countInDays(db, everyone, axis, { from, until }, []);
  const [made, changed] = await Promise.all([
    countDays(Axis.created, created.from, earlier(created.until, modified.until)),
    countDays(Axis.modified, later(created.from, modified.from), modified.until),
  ]);
  return made < changed ? 'contacts_created' : 'contacts_modified';
}

const earlier = (a: Date | undefined, b: Date | undefined) => (a && b ? (a < b ? a : b) : (a ?? b));
const later = (a: Date | undefined, b: Date | undefined) => (a && b ? (a > b ? a : b) : (a ?? b));
