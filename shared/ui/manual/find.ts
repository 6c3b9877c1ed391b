/** The manual's search in the browser. Its index is loaded when the search is first opened. */
import MiniSearch, { type SearchResult } from 'minisearch';
import type { Part } from '../../manual/parts.ts';
import { queryOf, stemOf, wordsIn } from './terms.ts';

export type Found = { at: string; heading: string; page: string; around: { text: string; isFound: boolean }[] };

const atMost = 12;
const atMostOfPage = 2;
const synonymBoost = 0.5;
/** Factor for the generated reference pages, so that explanatory pages come before them. */
const referenceBoost = 0.7;
/** The number of characters shown before and after a match. */
const [before, after] = [24, 150];

let index: Promise<MiniSearch<Part>> | undefined;

/** Loads the index. After a failure, it is requested again when the user types the next letter. */
function openIndex(url: string): Promise<MiniSearch<Part>> {
  index ??= fetch(url)
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`${answer.status}`);
      const created = new MiniSearch<Part>({
        idField: 'at',
        fields: ['heading', 'page', 'words', 'text'],
        storeFields: ['at', 'heading', 'page', 'text'],
        tokenize: wordsIn,
        processTerm: stemOf,
      });
      created.addAll((await answer.json()) as Part[]);
      return created;
    })
    .catch((error) => {
      index = undefined;
      throw error;
    });
  return index;
}

export const prepare = (url: string): Promise<unknown> => openIndex(url).catch(() => {});

/** Returns the matches, best first. A part that contains more of the typed words comes earlier. */
export async function find(url: string, typed: string): Promise<Found[]> {
  const search = await openIndex(url);
  const groups = queryOf(typed);
  const typedStems = new Set(groups.map(([stem]) => stem));
  const shareOf = ({ queryTerms }: SearchResult) =>
    groups.filter((group) => group.some((stem) => queryTerms.includes(stem))).length / groups.length;
  const results = search
    .search(
      { queries: groups.flat() },
      {
        tokenize: (stem) => [stem],
        processTerm: (stem) => stem,
        prefix: (term) => typedStems.has(term),
        fuzzy: (term) => (typedStems.has(term) ? 0.15 : false),
        boost: { heading: 4, page: 2, words: 8 },
        boostDocument: (at) => (at.startsWith('/docs/reference-') ? referenceBoost : 1),
        boostTerm: (term) => (typedStems.has(term) ? 1 : synonymBoost),
      },
    )
    .map((result): SearchResult => ({ ...result, score: result.score * shareOf(result) ** 2 }))
    .sort((a, b) => b.score - a.score);
  const shown = new Map<string, number>();
  return results
    .filter(({ page }) => {
      const times = (shown.get(page) ?? 0) + 1;
      shown.set(page, times);
      return times <= atMostOfPage;
    })
    .slice(0, atMost)
    .map((result) => asFound(result, wordsIn(typed)));
}

const asFound = ({ at, heading, page, text, terms }: SearchResult, typed: string[]): Found => ({
  at,
  heading,
  page,
  around: aroundTerms(text, terms, typed),
});

const quoted = (words: string[], between: string) =>
  words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join(between);

/** Returns an extract around the typed words, or around the first found term. The terms are marked. */
function aroundTerms(text: string, terms: string[], typed: string[]): Found['around'] {
  const pattern = new RegExp(`((?<![\\p{L}\\p{N}])(?:${quoted(terms, '|')})\\p{L}*)`, 'giu');
  const together = text.search(new RegExp(quoted(typed, '[^\\p{L}\\p{N}]+'), 'iu'));
  const first = together < 0 ? text.search(pattern) : together;
  const from = first < before ? 0 : text.indexOf(' ', first - before) + 1;
  const shown = text.slice(from, from + before + after);
  const whole = `${from > 0 ? '… ' : ''}${shown}${from + shown.length < text.length ? ' …' : ''}`;
  return whole.split(pattern).map((part, n) => ({ text: part, isFound: n % 2 === 1 }));
}
