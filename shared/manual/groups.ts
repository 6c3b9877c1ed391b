/** The groups of pages on the first page, which determine the navigation and the order of the pages. */
import type { Page } from './page.ts';
import { textOf } from './text-of.ts';

type Entry = { name: string; words: string };
export type Group = { id: string; title: string; entries: Entry[] };

const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1);

/** Lists the groups: each part of the first page that links to other pages. */
export const groupsOf = (index: Page): Group[] =>
  index.html
    .split(/(?=<h2 id=)/)
    .map((part) => {
      const [, id = '', heading = ''] = /^<h2 id="([^"]*)">(.*?)<\/h2>/s.exec(part) ?? [];
      const links = [...part.matchAll(/<a href="\/docs\/([\w-]+)">(.*?)<\/a>/gs)];
      const entries = links.map(([, name = '', words = '']) => ({ name, words: capital(textOf(words)) }));
      return { id, title: textOf(heading), entries };
    })
    .filter(({ id, entries }) => id !== '' && entries.length > 0);

/** Finds a page's group and neighbours, if it has any. */
export function placeOf(groups: Group[], name: string) {
  const entries = groups.flatMap((group) => group.entries);
  const index = entries.findIndex((entry) => entry.name === name);
  return {
    group: groups.find((group) => group.entries.some((entry) => entry.name === name)),
    before: index < 0 ? undefined : entries[index - 1],
    after: index < 0 ? undefined : entries[index + 1],
  };
}
