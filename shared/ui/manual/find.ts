/** Finds parts of the manual by their words, within the browser: the texts are fetched when the search is first opened. */
import MiniSearch, { type SearchResult } from 'minisearch';
import type { Part } from '../../manual/parts.ts';

export type Found = { at: string; heading: string; page: string; around: { text: string; isFound: boolean }[] };

const atMost = 12;
/** Characters of a text that are shown before and after what was found. */
const [before, after] = [24, 150];

let index: Promise<MiniSearch<Part>> | undefined;

/** A fetch that failed is tried again at the next letter. */
function openIndex(address: string): Promise<MiniSearch<Part>> {
  index ??= fetch(address)
    .then(async (answer) => {
      if (!answer.ok) throw new Error(`${answer.status}`);
      const made = new MiniSearch<Part>({
        idField: 'at',
        fields: ['heading', 'page', 'text'],
        storeFields: ['at', 'heading', 'page', 'text'],
      });
      made.addAll(await answer.json());
      return made;
    })
    .catch((error) => {
      index = undefined;
      throw error;
    });
  return index;
}

export const prepare = (address: string): Promise<unknown> => openIndex(address).catch(() => {});

export async function find(address: string, words: string): Promise<Found[]> {
  const search = await openIndex(address);
  const options = { prefix: true, fuzzy: 0.15, boost: { heading: 4, page: 2 } };
  const all = search.search(words, { ...options, combineWith: 'AND' });
  const results = all.length > 0 ? all : search.search(words, options);
  return results.slice(0, atMost).map(asFound);
}

const asFound = ({ at, heading, page, text, terms, queryTerms }: SearchResult): Found => ({
  at,
  heading,
  page,
  around: aroundTerms(text, terms, queryTerms),
});

const quoted = (words: string[], between: string) =>
  words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join(between);

/** The text around what was typed, or else around the first of the terms that were found. Those are marked. */
function aroundTerms(text: string, terms: string[], typed: string[]): Found['around'] {
  const pattern = new RegExp(`(${quoted(terms, '|')})`, 'giu');
  const together = text.search(new RegExp(quoted(typed, '[^\\p{L}\\p{N}]+'), 'iu'));
  const first = together < 0 ? text.search(pattern) : together;
  const from = first < before ? 0 : text.indexOf(' ', first - before) + 1;
  const shown = text.slice(from, from + before + after);
  const whole = `${from > 0 ? '… ' : ''}${shown}${from + shown.length < text.length ? ' …' : ''}`;
  return whole.split(pattern).map((part, n) => ({ text: part, isFound: n % 2 === 1 }));
}
