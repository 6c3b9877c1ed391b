/** A page's HTML document, with header, navigation and footer. */
import { escapeHtml } from '../pages/html.ts';
import { type Group, placeOf } from './groups.ts';
import { addressOf, type Page, root } from './page.ts';
import { partsOf } from './parts.ts';
import { textOf } from './text-of.ts';

/** URLs of the files that every page loads, and the common content of all pages. */
export type Frame = {
  script: string;
  theme: string;
  style: string;
  search: string;
  version: string;
  groups: Group[];
  /** The pages' summaries, by page name. */
  summaries: Map<string, string>;
};

/** A page with at least this many parts gets a table of contents. */
const longPage = 3;
const mark = 'M4 4h11l5 4-5 4H4zM6 14h2v7H6z';
const favicon = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='%231d58d8'%3E%3Cpath d='${mark}'/%3E%3C/svg%3E`;
const icon = (path: string) => `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
const icons = {
  menu: icon('M4 6h16M4 12h16M4 18h16'),
  search: icon('M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4'),
  theme: icon('M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16'),
};

/** Returns the text of the first paragraph. */
export const summaryOf = ({ html, title }: Page): string => textOf(/<p>(.*?)<\/p>/s.exec(html)?.[1] ?? title);

const firstSentence = (text: string) => /^.+?[.:](?= |$)/.exec(text)?.[0] ?? text;

const link = (name: string, words: string, more = '') =>
  `<a href="${escapeHtml(addressOf(name))}"${more}>${escapeHtml(words)}</a>`;

const navigation = (groups: Group[], current: string) =>
  groups
    .map(({ title, entries }) => {
      const items = entries.map(
        ({ name, words }) => `<li>${link(name, words, name === current ? ' aria-current="page"' : '')}</li>`,
      );
      return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`;
    })
    .join('\n');

function contents(page: Page): string {
  const parts = partsOf(page).filter(({ level }) => level === 2);
  if (parts.length < longPage) return '';
  const items = parts.map(
    ({ at, heading }) => `<li><a href="${escapeHtml(at.replace(/^.*#/, '#'))}">${escapeHtml(heading)}</a></li>`,
  );
  return `<nav class="contents" aria-labelledby="contents"><h2 id="contents">On this page</h2>\n<ul>\n${items.join('\n')}\n</ul></nav>`;
}

function neighbours({ before, after }: ReturnType<typeof placeOf>): string {
  if (!before && !after) return '';
  const to = (entry: typeof before, kind: string, words: string) =>
    entry
      ? `<a class="${kind}" href="${addressOf(entry.name)}"><small>${words}</small>${escapeHtml(entry.words)}</a>`
      : '';
  return `<nav class="neighbours" aria-label="Neighbouring pages">${to(before, 'before', 'Previous')}${to(after, 'after', 'Next')}</nav>`;
}

/** Turns the first page's lists of pages into cards with summaries. */
function cards({ html }: Page, { groups, summaries }: Frame): string {
  const [, ...parts] = html.split(/(?=<h2 id=)/);
  const others = parts.filter((part) => !groups.some(({ id }) => part.startsWith(`<h2 id="${id}">`)));
  const made = groups.map(({ id, title, entries }) => {
    const items = entries.map(
      ({ name, words }) =>
        `<li>${link(name, words)} <span>${escapeHtml(firstSentence(summaries.get(name) ?? ''))}</span></li>`,
    );
    return `<section><h2 id="${id}">${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul></section>`;
  });
  return `<div class="cards">\n${made.join('\n')}\n</div>\n${others.join('')}`;
}

/** Adds to each heading a link to itself, so that readers can copy its URL. */
const withAnchors = (html: string) =>
  html.replace(
    /<(h[2-4]) id="([^"]*)">(.*?)<\/\1>/gs,
    (_, tag, id, words) =>
      `<${tag} id="${id}">${words}<a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a></${tag}>`,
  );

export function documentOf(page: Page, frame: Frame): string {
  const { script, theme, style, search, version, groups } = frame;
  const isIndex = page.name === 'index';
  const place = placeOf(groups, page.name);
  const [head = '', ...parts] = page.html.split(/(?=<h2 id=)/);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(summaryOf(page))}">
<title>${isIndex ? 'Waypost manual' : `${escapeHtml(page.title)} · Waypost manual`}</title>
<link rel="icon" href="${favicon}">
<link rel="stylesheet" href="${style}">
<script src="${theme}"></script>
<script src="${script}" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<button class="icon-button menu" popovertarget="pages" aria-label="Pages">${icons.menu}</button>
<a class="home" href="${root}"><svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d="${mark}"/></svg>Waypost <span>manual <small>${escapeHtml(version)}</small></span></a>
<button class="search" aria-keyshortcuts="/ Control+K" hidden>${icons.search}<span>Search</span><kbd>/</kbd></button>
<a class="dashboard" href="/dashboard">Dashboard</a>
<button class="icon-button theme" aria-label="Dark theme" hidden>${icons.theme}</button>
</header>
<div class="frame">
<nav class="pages" id="pages" aria-label="Pages" popover>
${navigation(groups, page.name)}
</nav>
<main id="content" tabindex="-1" class="${isIndex ? 'index' : 'page'}">
<div class="head">
${place.group ? `<p class="group">${escapeHtml(place.group.title)}</p>` : ''}
${head}</div>
${isIndex ? '' : contents(page)}
<div class="text">
${isIndex ? withAnchors(cards(page, frame)) : withAnchors(parts.join(''))}</div>
${neighbours(place)}
<footer>Waypost ${escapeHtml(version)}</footer>
</main>
</div>
<dialog class="finder" aria-label="Search the manual" data-search="${search}">
<input type="text" role="combobox" aria-label="Search the manual" placeholder="Search the manual" aria-expanded="false" aria-controls="found" aria-autocomplete="list" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go">
<p class="said" role="status"></p>
<ul id="found" role="listbox" aria-label="Found"></ul>
<p class="keys" aria-hidden="true"><kbd>↑</kbd><kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close</p>
</dialog>
</body>
</html>
`;
}
