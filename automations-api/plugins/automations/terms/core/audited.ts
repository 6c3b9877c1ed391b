/** Facts about tags and lists in the audit log. */
import type { Term } from './queries.ts';

type Named = Pick<Term, 'id' | 'name'>;

/** Maximum number of names in an entry. */
const mostNames = 20;

export const namesIn = (terms: readonly Named[]): string[] => terms.slice(0, mostNames).map(({ name }) => name);

/** Returns the subject and details of an entry about one or several terms. */
export function aboutTerms(terms: readonly Named[], more: object = {}): { subject: number | string; data: object } {
  const [only] = terms;
  if (only && terms.length === 1) return { subject: only.id, data: { name: only.name, ...more } };
  const ids = terms.map(({ id }) => id);
  return { subject: '*', data: { count: ids.length, names: namesIn(terms), ...more, ids } };
}
