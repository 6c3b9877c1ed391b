/** The hand-written pages: every link has a target, and every setting and command that they name exists. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describeSettings } from '../shared/config/config.ts';
import { projectRoot } from '../shared/paths.ts';
import { t } from './runner/tap.ts';

/** Names on the pages that only look like settings. */
const otherNames = [
  ...[
    'PM2_HOME',
    'TEST_MYSQL_URL',
    'TEST_REDIS_URL',
    'TEST_LOG_LEVEL',
    'TEST_FULL',
    'TEST_LONG',
    'TEST_MYSQLD',
    'MATRIX_DIR',
  ],
  ...['CAP_NET_BIND_SERVICE', 'GET_LOCK', 'PM2_WORKER_INTERVAL', 'EXP_BACKOFF_RESET_TIMER', 'CADDY_OPTIONS'],
  // A variable in the manual's commands.
  'CONTACTS_KEY',
  'WAYPOST_IMPORT_KEY',
  // Variables of `waypost mcp`, which needs no installation.
  ...[
    'WAYPOST_URL',
    'WAYPOST_API_KEY',
    'WAYPOST_API_KEY_FILE',
    'WAYPOST_AUTOMATION_KEY',
    'WAYPOST_AUTOMATION_KEY_FILE',
  ],
];
/** Pages that can name other settings: CHANGELOG.md names removed ones, results.md those of benches. */
const withOtherSettings = ['CHANGELOG.md', 'test/bench/results.md'];

const tracked = ['--cached', '--others', '--exclude-standard'];
const pages = execFileSync('git', ['ls-files', ...tracked, '*.md'], { cwd: projectRoot, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && existsSync(path.join(projectRoot, page)));
const read = (page: string) => readFileSync(path.join(projectRoot, page), 'utf8');

const codeBlock = /^ *```[\s\S]*?^ *```$/gm;
const codeSpan = /`[^`\n]+`/g;
const proseOf = (text: string) => text.replace(codeBlock, '').replace(codeSpan, (span) => 'x'.repeat(span.length));

/**
 * Returns the anchors that GitHub creates: headings in lower case without punctuation, with a number if they repeat.
 */
function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.replace(codeBlock, '').matchAll(/^#{1,6} +(.*?) *$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    anchors.add(times === 0 ? anchor : `${anchor}-${times}`);
  }
  return anchors;
}

/** Describes the fault of a link on `page`. Returns undefined if there is none. */
function faultOf(page: string, target: string): string | undefined {
  const [file = '', anchor] = target.split('#', 2);
  const at = file === '' ? page : path.join(path.dirname(page), decodeURI(file));
  const absolute = path.join(projectRoot, at);
  if (at.startsWith('..') || !existsSync(absolute)) return `${page}: ${target} has no target`;
  if (anchor === undefined) return undefined;
  if (statSync(absolute).isDirectory() || !anchorsOf(read(at)).has(anchor))
    return `${page}: ${target} has no such anchor`;
  return undefined;
}

const linksOf = (text: string) =>
  [...proseOf(text).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)|^\[[^\]]+\]: *(\S+)/gm)]
    .map(([, inline, reference]) => (inline ?? reference) as string)
    .filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target));

t.test('every relative link and anchor has a target', async (t) => {
  const links = pages.flatMap((page) => linksOf(read(page)).map((target) => ({ page, target })));
  t.ok(links.length > 10, `${links.length} links in ${pages.length} pages`);
  t.same(
    links.flatMap(({ page, target }) => faultOf(page, target) ?? []),
    [],
  );
});

t.test('the check finds a broken link and a missing anchor', async (t) => {
  t.match(faultOf('README.md', 'nowhere.md'), /has no target/);
  t.match(faultOf('README.md', '../outside.md'), /has no target/);
  t.match(faultOf('README.md', '#nothing-of-the-kind'), /no such anchor/);
  t.same([...anchorsOf('# A `b`, c-d\n## Try it\n```\n# no\n```\n## Try it\n')], ['a-b-c-d', 'try-it', 'try-it-1']);
  t.same(linksOf('[a](b.md) `[c](d.md)` [e](https://f) [g](h.md#i)\n[j]: k.md'), ['b.md', 'h.md#i', 'k.md']);
});

/** Returns a page's pictures with their alternative texts, as paths from the project's root. */
const picturesOf = (page: string) =>
  [...read(page).matchAll(/<(?:source|img)\b[^>]*?(?: alt="([^"]*)")?[^>]*? src(?:set)?="([^"]+)"/g)].map(
    ([tag, alt, file = '']) => ({
      page,
      isImage: tag.startsWith('<img'),
      alt,
      file: path.join(path.dirname(page), file),
    }),
  );

t.test(
  'every picture on a page exists and has alternative text, every file is used, and their total size is small',
  async (t) => {
    const folder = '.github/pictures';
    const shown = pages.flatMap(picturesOf);
    t.same(
      shown.filter(
        ({ isImage, alt = '', file }) => !existsSync(path.join(projectRoot, file)) || (isImage && alt.length < 20),
      ),
      [],
    );
    const files = readdirSync(path.join(projectRoot, folder)).map((file) => path.join(folder, file));
    t.ok(files.length > 20, `${files.length} pictures`);
    t.same(
      files.filter((file) => !shown.some((one) => one.file === file)),
      [],
    );
    const bytes = files.reduce((sum, file) => sum + statSync(path.join(projectRoot, file)).size, 0);
    t.ok(bytes <= 2_800_000, `${bytes} bytes`);
    const withPictures = new Set(shown.map(({ page }) => page).filter((page) => page.startsWith('.github/docs/')));
    t.ok(withPictures.size >= 10, `${withPictures.size} pages`);
  },
);

t.test('README.md and each release in CHANGELOG.md are short enough to read in one sitting', async (t) => {
  const releases = read('CHANGELOG.md').split(/^(?=## )/m);
  for (const release of releases) t.ok(release.trimEnd().split('\n').length <= 80, release.slice(0, 40));
  const { version } = JSON.parse(read('package.json'));
  t.match(releases[1], /^## Unreleased\n/);
  t.match(releases[2], new RegExp(`^## ${version} - \\d{4}-\\d{2}-\\d{2}\n`), "package.json's version");
  for (const [page, lines] of [
    ['README.md', 90],
    ['test/bench/results.md', 250],
    ['.github/ARCHITECTURE.md', 150],
  ] as const)
    t.ok(read(page).trimEnd().split('\n').length <= lines, page);
});

/** Finds names of settings in backticks or at the start of a line in a code block, alone or with a value. */
const settingsIn = (text: string) =>
  [
    ...[...text.replace(codeBlock, '').matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g)],
    ...(text.match(codeBlock) ?? []).flatMap((block) => [
      ...block.matchAll(/^[ #]*([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)=/gm),
    ]),
  ].map(([, name]) => name as string);

t.test('every setting named on a page exists', async (t) => {
  const settings = new Set(describeSettings().flatMap(({ names }) => names));
  const named = pages
    .filter((page) => !withOtherSettings.includes(page))
    .flatMap((page) => settingsIn(read(page)).map((name) => ({ page, name })));
  t.ok(named.length > 100, `${named.length} names`);
  const unknown = named.filter(({ name }) => !settings.has(name) && !otherNames.includes(name));
  t.same(unknown, []);
  t.same(
    otherNames.filter((name) => settings.has(name)),
    [],
    'a setting is not among the other names',
  );
});

t.test('every `npm run` command on a page is a script in package.json', async (t) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = pages
    .flatMap((page) => [...read(page).matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)])
    .map(([, name]) => name);
  t.ok(named.length > 10);
  t.same(
    named.filter((name) => !scripts[name as string]),
    [],
  );
});

/** Names in CONTRIBUTING.md that are examples of names. */
const namesOfNoFile = ['0009_what-it-does.sql', 'index.ts', 'utils.ts'];

/** Expands a shell's brace list: `a/{b,c}.ts` gives `a/b.ts` and `a/c.ts`. */
function expandBraces(name: string): string[] {
  const list = /\{([^{}]*)\}/;
  const items = list.exec(name)?.[1]?.split(',');
  return items ? items.flatMap((item) => expandBraces(name.replace(list, () => item))) : [name];
}

const rootFolders =
  /(?<![\w./{}$*-])(?:test|daemon|automations-api|shared|sql|\.packaging|\.ci|\.github)\/[\w./{},*-]*/g;
const rootPathsIn = (text: string) =>
  [...text.matchAll(rootFolders)].flatMap(([name]) => expandBraces(name.replace(/[.,]+$|[^/]*\*.*$/, '')));
/** A script that runs the build names `x.js` for `x.ts`. */
const exists = (name: string) =>
  existsSync(path.join(projectRoot, name)) || existsSync(path.join(projectRoot, name.replace(/\.js$/, '.ts')));

t.test("CONTRIBUTING.md's tree names every folder of the services and of the shared code", async (t) => {
  const [, tree = ''] = /^## The tree\n[\s\S]*?^```\n([\s\S]*?)^```/m.exec(read('.github/CONTRIBUTING.md')) ?? [];
  const sections = tree.split(/^(?=\S)/m);
  for (const root of ['daemon', 'automations-api', 'shared']) {
    const section = sections.find((one) => one.startsWith(`${root}/ `)) ?? '';
    const folders = readdirSync(path.join(projectRoot, root), { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    t.ok(folders.length > 3, root);
    t.same(
      folders.map(({ name }) => name).filter((name) => !section.split(/[\s,;]+/).includes(`${name}/`)),
      [],
      root,
    );
  }
});

t.test('every path that a script or CONTRIBUTING.md names exists', async (t) => {
  const lists = [
    'package.json',
    '.knip.json',
    '.ci',
    'test/matrix',
    '.packaging',
    ':!*LICENSE',
    '.github/CONTRIBUTING.md',
  ];
  const files = execFileSync('git', ['ls-files', ...tracked, ...lists], { cwd: projectRoot, encoding: 'utf8' });
  const scripts = files.trim().split('\n');
  const named = scripts.flatMap((file) => rootPathsIn(read(file)).map((name) => ({ file, name })));
  t.ok(named.length > 100, `${named.length} paths in ${scripts.length} files`);
  t.same(
    named.filter(({ name }) => !exists(name)),
    [],
  );
  t.same(rootPathsIn('test/{a,b/{c,d}}.ts "test/e/*.ts", x/test/f.'), [
    ...['test/a.ts', 'test/b/c.ts', 'test/a.ts', 'test/b/d.ts', 'test/e/'],
  ]);
});

t.test('every source file that CONTRIBUTING.md names by the end of its path exists', async (t) => {
  const all = execFileSync('git', ['ls-files', ...tracked], { cwd: projectRoot, encoding: 'utf8' }).split('\n');
  const named = [...read('.github/CONTRIBUTING.md').matchAll(/`([\w./-]+\.(?:tsx?|js|cjs|sql|json))`/g)];
  t.ok(named.length > 30, `${named.length} names`);
  t.same(
    named.map(([, name]) => name).filter((name) => !all.some((file) => `/${file}`.endsWith(`/${name}`))),
    namesOfNoFile,
  );
});
