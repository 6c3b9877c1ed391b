/** A page's parts: each heading with the text below it. The search looks through them. */
import { addressOf, type Page } from './page.ts';
import { textOf } from './text-of.ts';

/** `at` is the address of the heading. */
export type Part = { at: string; level: number; heading: string; page: string; text: string };

export const partsOf = ({ name, html, title }: Page): Part[] =>
  html.split(/(?=<h[1-6] id=)/).flatMap((part) => {
    const [whole, level, anchor, heading = ''] = /^<h([1-6]) id="([^"]*)"[^>]*>(.*?)<\/h\1>/s.exec(part) ?? [];
    if (whole === undefined) return [];
    const at = `${addressOf(name)}${level === '1' ? '' : `#${anchor}`}`;
    return [
      { at, level: Number(level), heading: textOf(heading), page: title, text: textOf(part.slice(whole.length)) },
    ];
  });
