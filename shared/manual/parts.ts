/** A page's parts for the search: each heading with its text. */
import { addressOf, type Page } from './page.ts';
import { searchWords } from './search-words.ts';
import { textOf } from './text-of.ts';

/** `at` is the heading's URL; only the first part has `words`. */
export type Part = { at: string; level: number; heading: string; page: string; words: string; text: string };

export const partsOf = ({ name, html, title }: Page): Part[] =>
  html.split(/(?=<h[1-6] id=)/).flatMap((part) => {
    const [whole, level, anchor, heading = ''] = /^<h([1-6]) id="([^"]*)"[^>]*>(.*?)<\/h\1>/s.exec(part) ?? [];
    if (whole === undefined) return [];
    const isFirst = level === '1';
    return [
      {
        at: `${addressOf(name)}${isFirst ? '' : `#${anchor}`}`,
        level: Number(level),
        heading: textOf(heading),
        page: title,
        words: isFirst ? (searchWords[name] ?? '') : '',
        text: textOf(part.slice(whole.length)),
      },
    ];
  });
