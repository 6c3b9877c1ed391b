/**
 * The words of the project, as CONTRIBUTING.md lists them: no comment begins with a bare What, Who, Whose, Whom, Of, Those or As, and
 * no screen, message, command or page uses a term that the list replaces.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../shared/paths.ts';
import { t } from './runner/tap.ts';

/** Terms that cannot be avoided, by file. */
const allowed: Record<string, readonly string[]> = {};

/** Terms that comments must not use either; the others have a plain meaning in code, such as `take off` a character. */
const alsoInComments = ['whoever', 'whomever', 'for who', 'anew', 'may all', 'hear of', 'hears of', 'another look'];

const read = (file: string) => readFileSync(path.join(projectRoot, file), 'utf8');

const listFiles = (folder: string, wanted: RegExp): string[] =>
  readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => wanted.test(file) && !/(^|\/)(node_modules|\.build)\//.test(file))
    .map((file) => path.posix.join(folder, file));

const sources = ['shared', 'daemon', 'automations-api', 'test', '.packaging', '.ci'].flatMap((folder) =>
  listFiles(folder, /\.(c?js|tsx?)$/),
);
const texts = [
  ...['daemon/dashboard/text', 'automations-api/admin/text'].flatMap((folder) => listFiles(folder, /\.ts$/)),
  ...sources.filter((file) => /(^|\/)(text-en|mail-texts|notices|commands?|main|api\/errors|config)\.ts$/.test(file)),
  ...listFiles('daemon/commands', /\.ts$/),
];
const pages = ['README.md', 'CHANGELOG.md', ...listFiles('.github/docs', /\.md$/)];

type Words = { line: number; words: string };

/** The comments of a source, each with the line it begins on. */
function commentsOf(source: string): Words[] {
  const found: Words[] = [];
  let open: Words | undefined;
  for (const [index, line] of source.split('\n').entries()) {
    const text = line.trim();
    const isBlock = open !== undefined && !open.words.startsWith('//');
    if (isBlock || (open && text.startsWith('//'))) open = add(open as Words, text);
    else if (/^(\/\/|\/\*)/.test(text)) found.push((open = { line: index + 1, words: text }));
    else {
      const trailing = /[;,{}()[\]] (\/\/ .*|\/\*.*\*\/\W*)$/.exec(line)?.[1];
      if (trailing) found.push({ line: index + 1, words: trailing });
      open = undefined;
    }
    if (open && !open.words.startsWith('//') && open.words.includes('*/')) open = undefined;
  }
  return found.map(({ line, words }) => ({
    line,
    words: words.replace(/(^|\s)(\/\*\*?|\*\/|\*|\/\/)(?=\s|$)/g, ' ').trim(),
  }));
}

function add(comment: Words, text: string): Words {
  comment.words += `\n${text}`;
  return comment;
}

/** The string literals outside of comments. */
const literalsOf = (source: string): Words[] =>
  source.split('\n').flatMap((text, index) =>
    /^\s*(\/\/|\/\*|\*)/.test(text)
      ? []
      : [...text.matchAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`?/g)].map(([words]) => ({
          line: index + 1,
          words,
        })),
  );

/** The prose of a page, without its code. */
const proseOf = (page: string): Words[] =>
  page
    .replace(/^( *)```[\s\S]*?^ *```/gm, (code) => code.replace(/[^\n]/g, ''))
    .split('\n')
    .map((text, index) => ({ line: index + 1, words: text.replace(/`[^`]*`/g, '') }));

const bare = /^(What|Who|Whose|Whom|Of|Those|As)\b/;

const [, section = ''] = read('.github/CONTRIBUTING.md').split('\n## Words\n');
const replaced = [...section.matchAll(/^\| (?!Concept|---)[^|]+\| [^|]+\| ([^|]+) \|$/gm)].flatMap(([, terms = '']) =>
  terms.split(', '),
);

const termIn = (words: string, terms: readonly string[]): string | undefined => {
  const flat = words.replace(/\s+/g, ' ');
  return terms.find((term) => new RegExp(`\\b${term}\\b`, 'i').test(flat));
};
const faultOfComment = (words: string) => bare.exec(words)?.[0] ?? termIn(words, alsoInComments);

/** `file:line: the term`, for the words of some files in which `faultOf` finds one. */
const faultsIn = (
  files: string[],
  wordsOf: (text: string) => Words[],
  faultOf: (words: string) => string | undefined,
) =>
  files.flatMap((file) =>
    wordsOf(read(file)).flatMap(({ line, words }) => {
      const fault = faultOf(words);
      return fault === undefined || allowed[file]?.includes(fault) ? [] : [`${file}:${line}: ${fault}`];
    }),
  );

t.test('no comment begins with a bare word', async (t) => {
  t.same(
    faultsIn(
      sources.filter((file) => file !== 'test/words.test.ts'),
      commentsOf,
      faultOfComment,
    ),
    [],
  );
});

t.test('no screen, message or command uses a replaced term', async (t) => {
  t.same(
    faultsIn(texts, literalsOf, (words) => termIn(words, replaced)),
    [],
  );
});

t.test('no page uses a replaced term', async (t) => {
  t.same(
    faultsIn(pages, proseOf, (words) => termIn(words, replaced)),
    [],
  );
});

t.test('what the list refuses is found where it can stand', async (t) => {
  const comments: [source: string, fault: string | undefined][] = [
    ['/** Who is signed in. */', 'Who'],
    ['/**\n * Of a link: its clicks.\n */', 'Of'],
    ['  // As it is now.\n  // Somebody changed it.', 'As'],
    ['const a = 1; // Those that are left.', 'Those'],
    ['/* What it stands in. */', 'What'],
    ['/** The key, for\n * whoever asks. */', 'whoever'],
    ["const url = 'https://x/'; // Made anew.", 'anew'],
    ['// The second line is no beginning:\n// Who is told of it.', undefined],
    ['/** Whoops. Also Offset. */', undefined],
    ["const says = '// Who';", undefined],
  ];
  for (const [source, fault] of comments) {
    t.equal(
      commentsOf(source)
        .map(({ words }) => faultOfComment(words))
        .find(Boolean),
      fault,
      source,
    );
  }
  for (const term of replaced) {
    const sentence = `${term[0]?.toUpperCase()}${term.slice(1)} it.`;
    t.equal(literalsOf(`title: '${sentence}',`).filter(({ words }) => termIn(words, [term])).length, 1, term);
    t.equal(proseOf(`${sentence} \`x\``).filter(({ words }) => termIn(words, [term])).length, 1, term);
  }
  t.same(literalsOf(`/** Not '${replaced[0]}'. */\n// '${replaced[0]}'`), [], 'comments are no texts');
  t.same(
    proseOf(`\`\`\`\n${replaced[0]}\n\`\`\``).filter(({ words }) => words !== ''),
    [],
    'code is no prose',
  );
  t.ok(replaced.length > 30, `${replaced.length} terms`);
  t.ok(sources.flatMap((file) => commentsOf(read(file))).length > 5_000, 'the comments are read');
  t.ok(texts.flatMap((file) => literalsOf(read(file))).length > 3_000, 'the texts are read');
  t.ok(pages.length > 40, 'the pages are read');
});
