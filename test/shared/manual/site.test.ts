/** The manual's built site: everything it links to exists, and nothing is loaded from elsewhere. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { drawCode } from '../../../shared/manual/code.ts';
import { groupsOf, placeOf } from '../../../shared/manual/groups.ts';
import { textOf } from '../../../shared/manual/text-of.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { pagesOfManual } from '../../fixtures/manual.ts';
import { t } from '../../runner/tap.ts';

const folder = path.join(projectRoot, '.build/docs');
const assets = new Set(await readdir(path.join(folder, 'assets')));
const pages = new Map<string, string>();
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.html')))
  pages.set(file.replace('.html', ''), await readFile(path.join(folder, file), 'utf8'));

t.test('every page of the manual is on the site and links to every other page', (t) => {
  const names = pagesOfManual().map((file) => (file === 'README.md' ? 'index' : path.basename(file, '.md')));
  for (const name of names) {
    t.match(pages.get(name), /<h1 id=/, name);
    if (name !== 'index') t.match(pages.get('404'), `<li><a href="/docs/${name}">`, name);
  }
  t.match(pages.get('backup'), '<a href="/docs/backup" aria-current="page">');
  t.end();
});

/** Describes the fault of a link. Returns undefined if there is none. */
function faultOf(page: string, target: string): string | undefined {
  if (/^(https?:|mailto:|data:image)/.test(target) || target === '/dashboard') return undefined;
  const [, address, anchor] = /^(\/docs[^#]*)?(?:#(.*))?$/.exec(target) ?? [];
  const name = address === undefined ? page : address === '/docs' ? 'index' : address.slice('/docs/'.length);
  const isThere = name.startsWith('assets/') ? assets.has(name.slice('assets/'.length)) : pages.has(name);
  const hasAnchor = !anchor || pages.get(name)?.includes(` id="${decodeURIComponent(anchor)}"`);
  return isThere && hasAnchor && (address ?? anchor) ? undefined : `${page}: ${target}`;
}

t.test('every link, anchor, picture, script and style exists', async (t) => {
  const targets = [...pages].flatMap(([page, html]) =>
    [...html.matchAll(/ (?:href|src|data-search)="([^"]*)"/g)].map(([, target = '']) => ({ page, target })),
  );
  t.ok(targets.length > 1_000, `${targets.length} links`);
  t.same(
    targets.flatMap(({ page, target }) => faultOf(page, target) ?? []),
    [],
  );
  for (const target of [
    '/docs/nowhere',
    '#nowhere',
    '/docs/backup#nowhere',
    '/docs/assets/none.js',
    '../backup.md',
    '',
  ])
    t.equal(faultOf('index', target), `index: ${target}`);
  // A checkout also has the files of earlier builds for a day.
  const [, file = ''] = /data-search="\/docs\/assets\/(search-\w+\.json)"/.exec(pages.get('index') ?? '') ?? [];
  const parts: { at: string; heading: string }[] = JSON.parse(
    await readFile(path.join(folder, 'assets', file), 'utf8'),
  );
  t.same(
    parts.flatMap(({ at }) => faultOf('', at) ?? []),
    [],
    'what the search finds',
  );
  t.ok(parts.some(({ at, heading }) => at === '/docs/first-link#by-api' && heading === 'By API'));
});

t.test('the pages load nothing from other sites, violate no policy and show no comments', async (t) => {
  for (const [page, html] of pages) {
    t.notMatch(html, /<!--|&lt;!-- (not run|needs|no block)/, page);
    t.notMatch(html, /<[^>]* style="|<style|<script(?! src="\/docs\/assets\/)| on[a-z]+="|<iframe|<object/, page);
    t.notMatch(html, / (?:src|srcset)="(?!\/docs\/assets\/)|<link [^>]*href="(?!\/docs\/assets\/|data:image)/, page);
  }
  for (const asset of assets) {
    if (!asset.endsWith('.css')) continue;
    t.notMatch(await readFile(path.join(folder, 'assets', asset), 'utf8'), /@import|url\(/, asset);
  }
  t.match(pages.get('consent'), /\{\{f_name\|there\}\}/, 'nothing is filled in');
});

t.test('a block of commands distinguishes commands from output', (t) => {
  const html = drawCode('sh', '$ echo \\\n  "a"\na\n$ cat <<\'E\'\n$ x\nE\n');
  t.equal(html.match(/class="command"/g)?.length, 2);
  t.equal(textOf(html), 'echo \\ "a" a cat <<\'E\' $ x E');
  t.match(drawCode('php verify.php', '<?php echo 1;'), /<figcaption>verify\.php<.*class="token/s);
  t.match(drawCode('', '<b>'), /<code>&#60;b&#62;<\/code>/);
  t.end();
});

t.test('the groups on the first page determine the order of all pages', (t) => {
  const links = (...names: string[]) => names.map((name) => `<a href="/docs/${name}">page ${name}</a>`).join(' · ');
  const html = `<h1 id="m">M</h1><h2 id="a">A &amp; a</h2>${links('x', 'y')}<h2 id="b">B</h2>${links('z')}<h2 id="c">C</h2>`;
  const groups = groupsOf({ name: 'index', title: 'M', html });
  t.same(
    groups.map(({ title, entries }) => [title, ...entries.map(({ words }) => words)]),
    [
      ['A & a', 'Page x', 'Page y'],
      ['B', 'Page z'],
    ],
  );
  t.match(placeOf(groups, 'y'), { group: { id: 'a' }, before: { name: 'x' }, after: { name: 'z' } });
  t.same(placeOf(groups, 'other'), { group: undefined, before: undefined, after: undefined });
  t.end();
});
