/**
 * The tags and lists that screens name and offer. A site can have too many to load all of them. So screens load only
 * the first terms by name, and terms that were searched for or looked up by id.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { Choice } from '../../../shared/ui/combobox.tsx';
import { api } from './api.ts';
import { remember } from './shared-data.ts';
import type { Term } from './types.ts';

export type TermKind = 'tag' | 'list';

const pageSize = 500;
const found = 50;
const typingMs = 200;

const { compare } = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

const fetchTerms = async (kind: TermKind, query: Record<string, string | number>): Promise<Term[]> =>
  (await api.get<Record<string, Term[]>>(`/${kind}s`, query))[`${kind}s`] ?? [];

const known = {
  tag: remember<Term[]>(() => load('tag')),
  list: remember<Term[]>(() => load('list')),
};
/** Whether more terms exist than are loaded. */
const hasMore = { tag: false, list: false };
/** Ids that were looked up. An id that was not found belongs to a deleted term. */
const lookedUp = new Set<string>();

/** Loads the first terms by name, and reloads known terms that still exist. */
async function load(kind: TermKind): Promise<Term[]> {
  const first = await fetchTerms(kind, { sort: 'name', limit: pageSize });
  hasMore[kind] = first.length === pageSize;
  // Includes terms loaded in the meantime.
  const others = (known[kind].value ?? []).filter(({ ID }) => !first.some((term) => term.ID === ID)).slice(0, pageSize);
  lookedUp.clear();
  const ids = others.map(({ ID }) => ID).join(',');
  return joined(first, ids === '' ? [] : await fetchTerms(kind, { ids, limit: pageSize }));
}

/** Merges two lists, sorted by name. If both have a term, the one in `more` is used. */
const joined = (terms: readonly Term[], more: readonly Term[]): Term[] =>
  [...new Map([...terms, ...more].map((term) => [term.ID, term])).values()].sort((a, b) => compare(a.name, b.name));

function learn(kind: TermKind, terms: Term[]): void {
  if (terms.length > 0) known[kind].value = joined(known[kind].value ?? [], terms);
}

/** Returns the terms known so far; undefined while they are loading. */
export const useTerms = (kind: TermKind): Term[] | undefined => known[kind].use();

/** Reloads the terms after this user changed them, so that other screens offer the current ones. */
export const refreshTerms = (kind: TermKind): Promise<void> => known[kind].refresh();

/**
 * Returns a function for boxes that choose a term. The function searches for the typed text unless all terms are known.
 */
export function useTermSearch(kind: TermKind): (typed: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return (typed) => {
    clearTimeout(timer.current);
    const search = typed.trim();
    if (search === '' || !hasMore[kind]) return;
    const find = () =>
      fetchTerms(kind, { search, sort: 'name', limit: found }).then((terms) => learn(kind, terms), ignore);
    timer.current = setTimeout(find, typingMs);
  };
}

/** Ignores a failed request, because boxes keep working with the known terms. */
const ignore = () => {};

let wanted: string[] = [];

/** Looks up unknown ids, with one request for all ids of one rendering. An id belongs to either a tag or a list. */
function lookUp(id: string): void {
  const kinds = (['tag', 'list'] as const).filter((kind) => hasMore[kind]);
  if (kinds.length === 0 || lookedUp.has(id)) return;
  lookedUp.add(id);
  if (wanted.length === 0) {
    setTimeout(() => {
      const query = { ids: wanted.slice(0, pageSize).join(','), limit: pageSize };
      wanted = [];
      for (const kind of kinds) fetchTerms(kind, query).then((terms) => learn(kind, terms), ignore);
    });
  }
  wanted.push(id);
}

/** Creates a term and adds it to the known ones. @throws {ApiError} the service's refusal */
export async function addTerm(kind: TermKind, name: string): Promise<Term> {
  const answer = await api.post<Record<string, Term[]>>(`/${kind}/add`, { [`${kind}s`]: [name] });
  const [added] = answer[`${kind}s`] as [Term];
  learn(kind, [added]);
  return added;
}

export const choicesOf = (terms: readonly Term[] | undefined): Choice[] =>
  (terms ?? []).map(({ ID, name }) => ({ value: String(ID), label: name }));

const names = new WeakMap<readonly Term[], Map<string, string>>();

/** Returns the names by id. They are cached, because each row of a list looks up several among thousands. */
function namesOf(terms: readonly Term[]): Map<string, string> {
  const present = names.get(terms) ?? new Map(terms.map(({ ID, name }) => [String(ID), name]));
  names.set(terms, present);
  return present;
}

/** Returns a term's name, or its id while the name is being looked up. */
export function nameOfTerm(terms: readonly Term[] | undefined, id: number | string): string {
  const name = terms && namesOf(terms).get(String(id));
  if (name === undefined && terms) lookUp(String(id));
  return name ?? `#${id}`;
}
