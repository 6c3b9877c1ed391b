/** The tags and lists there are, known to all screens: loaded when the first one asks. */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Choice } from '../../shared/ui/combobox.tsx';
import { api } from './api.ts';
import type { Term } from './types.ts';

export type TermKind = 'tag' | 'list';

const pageSize = 500;
/** More than this nobody picks from; their names are then read by id alone. */
const mostPages = 20;

const known = { tag: signal<Term[] | undefined>(undefined), list: signal<Term[] | undefined>(undefined) };

async function load(kind: TermKind): Promise<void> {
  const terms: Term[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const answer = await api.get<Record<string, Term[]>>(`/${kind}s`, { page, limit: pageSize });
    const part = answer[`${kind}s`] ?? [];
    terms.push(...part);
    if (part.length < pageSize) break;
  }
  known[kind].value = terms;
}

/** Not knowing them hinders nothing: their ids are shown. */
export const refreshTerms = (kind: TermKind): Promise<void> => load(kind).catch(() => {});

/** By id; undefined while they are looked up. */
export function useTerms(kind: TermKind): Term[] | undefined {
  useEffect(() => {
    if (known[kind].value === undefined) void refreshTerms(kind);
  }, [kind]);
  return known[kind].value;
}

/** Makes one, and knows it from then on. @throws what the service says against it. */
export async function addTerm(kind: TermKind, name: string): Promise<Term> {
  const answer = await api.post<Record<string, Term[]>>(`/${kind}/add`, { [`${kind}s`]: [name] });
  const [added] = answer[`${kind}s`] as [Term];
  known[kind].value = [added, ...(known[kind].value ?? [])];
  return added;
}

export const choicesOf = (terms: readonly Term[] | undefined): Choice[] =>
  (terms ?? []).map(({ ID, name }) => ({ value: String(ID), label: name }));

export const nameOfTerm = (terms: readonly Term[] | undefined, id: number | string): string =>
  terms?.find(({ ID }) => String(ID) === String(id))?.name ?? `#${id}`;
