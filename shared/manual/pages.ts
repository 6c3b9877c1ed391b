/** The manual's pages as HTML by Eleventy, with anchors as on GitHub and links within the site. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Eleventy, type Markdown, type Token } from '@11ty/eleventy';
import { escapeHtml } from '../pages/html.ts';
import { projectRoot } from '../paths.ts';
import { drawCode, drawCodeSpan } from './code.ts';
import { addressOf, type Page } from './page.ts';
import { textOf } from './text-of.ts';

const folder = '.github/docs';

/** Linked examples and proxy settings, each of which becomes a page. */
const shownFile = /^\.github\/(?:docs\/(examples\/.+)|((?:proxies|monitoring)\/.+))$/;

/** Returns the page of a link; undefined for a file that is not part of the site. */
function pageOf(target: string): { name: string; file?: string } | undefined {
  const [, page] = /^([\w-]+)\.md$/.exec(target) ?? [];
  if (page) return { name: page === 'README' ? 'index' : page };
  const file = path.posix.join(folder, target);
  const [, example, proxy] = shownFile.exec(file) ?? [];
  const shown = example ?? proxy;
  return shown === undefined ? undefined : { name: shown.replaceAll('/', '-'), file };
}

const isElsewhere = (target: string) => /^[a-z][a-z0-9+.-]*:|^#/i.test(target);

/** Rewrites links, and removes links to files outside the site. Returns the files that become pages. */
function setLinks(inline: Token[]): { name: string; file: string }[] {
  const files: { name: string; file: string }[] = [];
  let isDropped = false;
  for (const token of inline) {
    if (token.type === 'link_open') {
      const target = token.attrGet('href') ?? '';
      const [file = '', anchor] = target.split('#', 2);
      const page = isElsewhere(target) ? undefined : pageOf(file);
      isDropped = !page && !isElsewhere(target);
      if (page) token.attrSet('href', addressOf(page.name) + (anchor ? `#${anchor}` : ''));
      if (page?.file) files.push({ name: page.name, file: page.file });
    }
    if (isDropped && /^link_(open|close)$/.test(token.type)) token.type = 'dropped';
  }
  return files;
}

/** Turns a table's empty corner into a normal cell. */
function setCorners(tokens: Token[]): void {
  for (const [index, token] of tokens.entries()) {
    const isEmpty = token.type === 'th_open' && tokens[index + 1]?.content === '';
    if (isEmpty) for (const one of [token, tokens[index + 2]]) if (one) one.tag = 'td';
  }
}

/** Adds anchors in the same way as GitHub, so that links work on both. */
function setAnchors(tokens: Token[]): void {
  const times = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const words = plainText(tokens[index + 1]?.children ?? []).toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    const before = times.get(anchor) ?? 0;
    times.set(anchor, before + 1);
    token.attrSet('id', before === 0 ? anchor : `${anchor}-${before}`);
  }
}

const plainText = (inline: Token[]) =>
  inline.map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : '')).join('');

/** Reads all pages, including pages of linked files, keyed by name. */
export async function readPages(): Promise<Page[]> {
  const files = new Map<string, string>();
  const amend = ({ core, renderer }: Markdown) => {
    core.ruler.push('waypost', ({ tokens }) => {
      setAnchors(tokens);
      setCorners(tokens);
      for (const { children } of tokens) {
        for (const { name, file } of setLinks(children ?? [])) files.set(name, file);
      }
    });
    renderer.rules.dropped = () => '';
    renderer.rules.fence = (tokens, index) => drawCode(tokens[index]?.info.trim() ?? '', tokens[index]?.content ?? '');
    renderer.rules.code_inline = (tokens, index) => drawCodeSpan(tokens[index]?.content ?? '');
    renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
    renderer.rules.table_close = () => '</table></div>\n';
  };
  const eleventy = new Eleventy(path.join(projectRoot, folder), '', {
    quietMode: true,
    configPath: null,
    config(config) {
      config.setTemplateFormats(['md']);
      // Without this setting, Eleventy would replace `{{…}}` in a page.
      config.addGlobalData('templateEngineOverride', 'md');
      config.addPreprocessor('comments', 'md', (_, text) => text.replace(/^ *<!--.*?-->\n?/gms, ''));
      config.amendLibrary('md', amend);
    },
  });
  const made = await eleventy.toJSON();
  const pages = made.map(({ inputPath, content: html }) => {
    const name = pageOf(path.basename(inputPath))?.name ?? '';
    return { name, html, title: textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? name) };
  });
  const shown = await Promise.all([...files].map(([name, file]) => pageOfFile(name, file)));
  return [...pages, ...shown].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function pageOfFile(name: string, file: string): Promise<Page> {
  const title = path.posix.relative(file.startsWith(folder) ? folder : '.github', file);
  const code = drawCode(path.extname(file).slice(1), await readFile(path.join(projectRoot, file), 'utf8'));
  return { name, title, html: `<h1 id="file">${escapeHtml(title)}</h1>\n${code}` };
}
