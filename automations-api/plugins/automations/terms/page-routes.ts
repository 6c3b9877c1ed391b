/** Routes that list tags and lists. */
import Type from 'typebox';
import { type RestRoute, route } from '../../../host/core/route.ts';
import { answerWith, readWindow, successWindow } from '../../../host/envelope.ts';
import { count } from '../../../host/shapes.ts';
import type { Context } from '../context/context.ts';
import { sqlDate } from '../core/dates.ts';
import type { Db } from '../core/tables.ts';
import { Term } from './answers.ts';
import { type TermKind, type TermType, toTermRef } from './core/queries.ts';
import { CountedTerm } from './page-answers.ts';
import { countMembers, countTerms, type ListedTerm, listTerms, type TermList } from './page-queries.ts';
import { ListArgs } from './page-schema.ts';

export const termListRoute = ({ db }: Context, { type, many }: TermKind): RestRoute =>
  route({
    methods: ['GET'],
    path: `/${many}`,
    description: `The ${many}, newest first.`,
    args: ListArgs,
    example: { search: 'customer', sort: 'name', counts: true },
    answer: answerWith({
      [many]: Type.Union([Type.Array(CountedTerm), Type.Array(Term)]),
      total: Type.Optional(count('Total; with counts only.')),
    }),
    async callback({ params }) {
      const window = readWindow(params);
      const list = readList(type, params);
      const [terms, total] = await Promise.all([listTerms(db, list, window), countTerms(db, list)]);
      const payload = params.counts ? { [many]: await withCounts(db, terms), total } : { [many]: terms.map(toTermRef) };
      return successWindow(payload, window, total);
    },
  });

/** Reads the parameters. Empty ones do not filter. */
const readList = (type: TermType, { search, ids = [], sort = 'created', order }: ListArgs): TermList => ({
  type,
  search: search?.trim() || undefined,
  ids: ids.length > 0 ? ids : undefined,
  sort,
  descending: order === undefined ? sort !== 'name' : order === 'desc',
});

async function withCounts(db: Db, terms: ListedTerm[]) {
  const ids = terms.map(({ id }) => id);
  const counts = await countMembers(db, ids);
  return terms.map((term) => ({
    ...toTermRef(term),
    contacts: counts.get(term.id) ?? 0,
    created_at: sqlDate(term.created_at),
    updated_at: term.updated_at && sqlDate(term.updated_at),
  }));
}
