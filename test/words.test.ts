/**
 * The words of the project, as CONTRIBUTING.md lists them: no comment starts with a bare What, Who, Whose, Whom, Of, Those or As, and
 * no page, comment, string literal or test name uses a word in a "Not" column of its tables.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../shared/paths.ts';
import { t } from './runner/tap.ts';

/** Exact phrases that a file needs, such as a quotation or a technical term. Add none: write the sentence differently. */
const exceptions: Record<string, readonly string[]> = {
  'automations-api/plugins/automations/imports/cells/days.ts': ['april may june'],
  'shared/manual/search-words.ts': ['api statistics', 'migrate statistics'],
  'shared/ui/manual/terms.ts': ['statistics stats'],
  'test/shared/manual/search.test.ts': ['statistics api', 'with statistics'],
};
const mostExceptions = 6;

/**
 * Terms that only readers of screens and pages must not meet. Code shares work between tenants, databases are opened by functions,
 * and imported files have columns named E-Mail and withdrawn consents.
 */
const onlyInTexts = ['tenant', 'e-mail', 'opened by', 'withdrawn'];

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');

const listFiles = (folder: string, wanted: RegExp): string[] =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => wanted.test(file) && !/(^|\/)(node_modules|\.build)\//.test(file))
    .map((file) => path.posix.join(folder, file));

/** Sources without this file, and without the texts in other languages. */
const sources = ['shared', 'daemon', 'automations-api', 'sql', 'test', '.packaging', '.ci']
  .flatMap((folder) => listFiles(folder, /\.(c?js|mjs|tsx?|sh|sql)$/))
  .filter((file) => file !== 'test/words.test.ts' && !/\/text\/(?!en\b)[a-z]{2}(?:\.ts$|\/)/.test(file));
const texts = sources.filter(
  (file) =>
    /(^|\/)(text|mail-texts|notices|commands?|main|api\/errors|config)(\/.*)?\.tsx?$/.test(file) &&
    !file.startsWith('test/'),
);
const pages = ['README.md', 'CHANGELOG.md', '.github/CONTRIBUTING.md', ...listFiles('.github/docs', /\.md$/)];

type Words = { line: number; words: string };

/** A source's comments, each with its first line. */
function commentsOf(source: string): Words[] {
  const found: Words[] = [];
  let open: Words | undefined;
  for (const [index, line] of source.split('\n').entries()) {
    const text = line.trim();
    const isBlock = open !== undefined && !/^(\/\/|#|--)/.test(open.words);
    if (isBlock || (open && /^(\/\/|# |-- )/.test(text))) open = add(open as Words, text);
    else if (/^(\/\/|\/\*|# |-- )/.test(text)) found.push((open = { line: index + 1, words: text }));
    else {
      const trailing = /[;,{}()[\]] (\/\/ .*|\/\*.*\*\/\W*)$/.exec(line)?.[1];
      if (trailing) found.push({ line: index + 1, words: trailing });
      open = undefined;
    }
    if (open && !/^(\/\/|#|--)/.test(open.words) && open.words.includes('*/')) open = undefined;
  }
  return found.map(({ line, words }) => ({
    line,
    words: words.replace(/(^|\s)(\/\*\*?|\*\/|\*|\/\/|#|--)(?=\s|$)/g, ' ').trim(),
  }));
}

function add(comment: Words, text: string): Words {
  comment.words += `\n${text}`;
  return comment;
}

/** String literals of at least two words, outside of comments. */
const literalsOf = (source: string): Words[] =>
  source
    .split('\n')
    .flatMap((text, index) =>
      /^\s*(\/\/|\/\*|\*|#|--)/.test(text)
        ? []
        : [...text.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`?/g)]
            .filter(([words]) => /[a-z,;:] [a-z]/i.test(words))
            .map(([words]) => ({ line: index + 1, words })),
    );

/** The prose of a page, without its code and without the tables of words. */
const proseOf = (page: string): Words[] =>
  page
    .replace(/^( *)```[\s\S]*?^ *```/gm, (code) => code.replace(/[^\n]/g, ''))
    .replace(/^\n## Words\n[\s\S]*/m, (section) => section.replace(/^\|.*/gm, ''))
    .split('\n')
    .map((text, index) => ({ line: index + 1, words: text.replace(/`[^`]*`/g, '') }));

const bare = /^(What|Who|Whose|Whom|Of|Those|As)\b/;

const [, section = ''] = read('.github/CONTRIBUTING.md').split('\n## Words\n');
const replaced = section
  .split('\n')
  .flatMap(
    (row) => /^\| [^|]+ \| [^|]+ \| ([^|]+) \|$/.exec(row)?.[1] ?? /^\| ([^|]+) \| [^|]+ \|$/.exec(row)?.[1] ?? [],
  )
  .filter((terms) => terms !== 'Not' && !terms.startsWith('---'))
  .flatMap((terms) => terms.replace(/ \([^)]*\)/g, '').split(', '));

/** Matches a term in lower case or at the start of a sentence. "May be" and "may have" are possibilities, all else is a permission. */
const formOf = (term: string) =>
  term === 'may' ? 'may(?! (?:not |still )?(?:be|have)\\b)' : `[${term[0]}${term[0]?.toUpperCase()}]${term.slice(1)}`;
const patternOf = (terms: readonly string[]) => new RegExp(`\\b(?:${terms.map(formOf).join('|')})\\b`);
const anywhere = patternOf(replaced.filter((term) => !onlyInTexts.includes(term)));
const inTexts = patternOf(replaced);

const termIn = (words: string, pattern: RegExp) =>
  pattern.exec(words.replace(/`[^`]*`|\$\{[^}]*\}/g, '…').replace(/\s+/g, ' '))?.[0];

const used = new Set<string>();
function without(file: string, words: string): string {
  let rest = words.replace(/\s+/g, ' ');
  for (const phrase of exceptions[file] ?? []) {
    if (rest.includes(phrase)) used.add(`${file}: ${phrase}`);
    rest = rest.replaceAll(phrase, '');
  }
  return rest;
}

/** `file:line: the term`, for the words of some files in which `faultOf` finds one. */
const faultsIn = (
  files: string[],
  wordsOf: (text: string) => Words[],
  faultOf: (words: string) => string | undefined,
) =>
  files.flatMap((file) =>
    wordsOf(read(file)).flatMap(({ line, words }) => {
      const fault = faultOf(without(file, words));
      return fault === undefined ? [] : [`${file}:${line}: ${fault}`];
    }),
  );

t.test('no comment starts with a bare word or uses a word to avoid', async (t) => {
  t.same(
    faultsIn(sources, commentsOf, (words) => bare.exec(words)?.[0] ?? termIn(words, anywhere)),
    [],
  );
});

t.test('no string literal or test name uses a word to avoid', async (t) => {
  const unquoted = (words: string) => words.replace(/^`|`$/g, '');
  t.same(
    faultsIn(sources, literalsOf, (words) => termIn(unquoted(words), anywhere)),
    [],
  );
  t.same(
    faultsIn(texts, literalsOf, (words) => termIn(unquoted(words), inTexts)),
    [],
  );
});

t.test('no page uses a word to avoid', async (t) => {
  t.same(
    faultsIn(pages, proseOf, (words) => termIn(words, inTexts)),
    [],
  );
});

t.test('every exception to the lists of words is needed, and no other exception exists', async (t) => {
  const listed = Object.entries(exceptions).flatMap(([file, phrases]) => phrases.map((phrase) => `${file}: ${phrase}`));
  t.same(
    listed.filter((one) => !used.has(one)),
    [],
  );
  t.ok(listed.length <= mostExceptions, `${listed.length} exceptions`);
});

t.test('the checks find a word in comments, literals and prose, and ignore code', async (t) => {
  const comments: [source: string, fault: string | undefined][] = [
    ['/** Who is signed in. */', 'Who'],
    ['/**\n * Of a link: its clicks.\n */', 'Of'],
    ['  // As it is now.\n  // Somebody changed it.', 'As'],
    ['const a = 1; // Those that are left.', 'Those'],
    ['/* What it stands in. */', 'What'],
    ['/** The key, for\n * whoever asks. */', 'whoever'],
    ["const url = 'https://x/'; // Created anew.", 'anew'],
    ['# The script goes\n# on.', 'goes on'],
    ['-- Of a link:\n-- its clicks.', 'Of'],
    ['// The second line is no start:\n// Who is notified.', undefined],
    ['/** Whoops. Also Offset. On 1 May. `may` */', undefined],
    ["const says = '// Who';", undefined],
  ];
  for (const [source, fault] of comments) {
    t.equal(
      commentsOf(source)
        .map(({ words }) => bare.exec(words)?.[0] ?? termIn(words, anywhere))
        .find(Boolean),
      fault,
      source,
    );
  }
  for (const term of replaced) {
    const sentence = `It is said: ${term} it.`;
    const pattern = patternOf([term]);
    t.equal(literalsOf(`title: '${sentence}',`).filter(({ words }) => termIn(words, pattern)).length, 1, term);
    t.equal(proseOf(`${sentence} \`x\``).filter(({ words }) => termIn(words, pattern)).length, 1, term);
  }
  t.same(literalsOf(`/** Not 'it ${replaced[0]}'. */\n// 'it ${replaced[0]}'`), [], 'comments are no literals');
  t.same(
    proseOf(`\`\`\`\n${replaced[0]}\n\`\`\``).filter(({ words }) => words !== ''),
    [],
    'code is no prose',
  );
  t.ok(replaced.length > 90, `${replaced.length} terms`);
  t.ok(sources.flatMap((file) => commentsOf(read(file))).length > 5_000, 'the comments are read');
  t.ok(texts.flatMap((file) => literalsOf(read(file))).length > 2_000, 'the texts are read');
  t.ok(pages.length > 40, 'the pages are read');
});
