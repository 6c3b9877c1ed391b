/**
 * Both applications' texts in all languages: every text is used, and shows the values that it gets. TypeScript finds most missing texts. A table of codes, such as audit
 * actions, is read with the service's codes, so a key counts as used if the service contains its words.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { type Language, languages } from '../../../shared/pages/language.ts';
import { projectRoot } from '../../../shared/paths.ts';
import { t } from '../../runner/tap.ts';

type Text = string | ((...values: never[]) => unknown);

/** Yields all texts in a group, with their key paths. */
function* textsOf(group: object, above: string[] = []): Generator<{ at: string[]; text: Text }> {
  for (const [key, text] of Object.entries(group)) {
    if (typeof text === 'object' && text !== null) yield* textsOf(text, [...above, key]);
    else yield { at: [...above, key], text };
  }
}

/** Lists every word in a folder's sources, except in the texts themselves. */
function wordsIn(folder: string): string[] {
  const files = readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)texts?\b/.test(file))
    .flatMap((file) => readFileSync(path.join(projectRoot, folder, file), 'utf8').match(/[\w$]+(-\w+)*/g) ?? []);
}

/** Returns a function's text for some numbers, as numbers or as text; an empty text if it needs anything else. */
function filled(text: (...values: never[]) => unknown): string {
  const numbers = [19, 23, 29, 31, 37, 41];
  for (const values of [numbers, numbers.map(String)]) {
    try {
      const shown = text(...(values as never[]));
      if (typeof shown === 'string') return shown;
    } catch {}
  }
  return '';
}

const shared = wordsIn('shared');
const services = { daemon: 'daemon/dashboard', 'automations-api': 'automations-api/admin' };
/** Imports a language's texts by URL, so that browser types do not apply to all tests. */
const textsIn = async (app: string, language: Language): Promise<object> => {
  const textIn = async (file: string, name: string) =>
    (
      (await import(new URL(`../../../${app}/text/${language}/${file}.js`, import.meta.url).href)) as Record<
        string,
        object
      >
    )[name];
  return { ...(await textIn(language, language)), ...(await textIn('later', 'later')) };
};

/** Returns whether a function's source uses each of its parameters, except those that start with an underscore. */
function usesAll(text: Text): boolean {
  if (typeof text === 'string') return true;
  const [, given = '', said = ''] = /^\(?([^)=]*)\)?\s*=>([\s\S]*)$/.exec(String(text)) ?? [];
  const names = given.replace(/\w+:/g, '').match(/\b[A-Za-z]\w*/g) ?? [];
  return names.every((name) => new RegExp(`\\b${name}\\b`).test(said));
}

const shownAs = ({ at, text }: { at: string[]; text: Text }) => `${at.join(' ')}: ${text}`;

for (const [service, app] of Object.entries(services)) {
  const en = await textsIn(app, 'en');

  t.test(`every text of the application in ${service} is used`, async (t) => {
    const words = new Set([...shared, ...wordsIn(service)]);
    const isUsed = (key = '') => (key.match(/[\w-]+/g) ?? []).every((word) => words.has(word));
    const leftOver = [...textsOf(en)].filter(({ at }) => !isUsed(at.at(-1)));
    t.same(
      leftOver.map(({ at }) => at.join(' ')),
      [],
    );
  });

  for (const language of languages) {
    t.test(`the application in ${service} has every text in ${language}, with the values that it gets`, async (t) => {
      const texts = [...textsOf(await textsIn(app, language))];
      const formOf = ({ at, text }: { at: string[]; text: Text }) => `${at.join(' ')}: ${typeof text}`;
      t.same(new Set(texts.map(formOf)), new Set([...textsOf(en)].map(formOf)));
      t.same(texts.filter(({ text }) => !usesAll(text)).map(shownAs), []);
      t.same(
        texts.filter(({ text }) => text === '').map(shownAs),
        [...textsOf(en)].filter(({ text }) => text === '').map(shownAs),
      );
    });

    t.test(`no text of the application in ${service} in ${language} writes a number twice`, async (t) => {
      const doubled = /(?<![\d.,])(\d+)\s+\1(?![\d.,])/;
      const shown = [...textsOf(await textsIn(app, language))].map(
        ({ at, text }) => `${at.join(' ')}: ${typeof text === 'string' ? text : filled(text)}`,
      );
      t.ok(
        shown.some((text) => text.includes('23')),
        'texts show the numbers that they get',
      );
      t.same(
        shown.filter((text) => doubled.test(text)),
        [],
      );
    });
  }
}

/** Attributes that users read. */
const readAttributes = /^(?:label|title|alt|placeholder|aria-label|hint|note|description|action|heading)$/;
/** Examples of values, which are the same in every language. */
const examples = ['go.example.com', 'com.example.app', 'order.paid', 'X-Signature'];

type Node = Partial<Record<'value' | 'expression' | 'consequent' | 'alternate' | 'left' | 'right', unknown>> & {
  type: string;
  name?: { name?: string };
  operator?: string;
  children?: Node[];
  quasis?: { value: { cooked: string } }[];
};

/** Yields the texts that are the value of an expression, or of one of its branches. */
function* valuesOf(node: unknown): Generator<string> {
  const { type, value, expression, consequent, alternate, operator, left, right, quasis = [] } = (node ?? {}) as Node;
  if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') yield value.trim();
  if (type === 'TemplateLiteral') yield* quasis.map((quasi) => quasi.value.cooked.trim());
  if (type === 'JSXExpressionContainer') yield* valuesOf(expression);
  if (type === 'ConditionalExpression') for (const branch of [consequent, alternate]) yield* valuesOf(branch);
  if (type === 'LogicalExpression' || operator === '+') yield* valuesOf(right);
  if (operator === '||' || operator === '??' || operator === '+') yield* valuesOf(left);
}

/** Yields the words that a source shows without the texts of a language. A URL or an example is not a word. */
function* literalsIn(node: unknown): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* literalsIn(one);
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
  const { type, value, name, children = [] } = node as Node;
  const shown = type === 'JSXAttribute' && readAttributes.test(name?.name ?? '') ? [value] : [];
  if (type === 'JSXElement' || type === 'JSXFragment') shown.push(...children);
  for (const text of shown.flatMap((one) => [...valuesOf(one)])) {
    if (/\p{L}{2}/u.test(text) && !text.includes('://') && !examples.includes(text)) yield text;
  }
  for (const part of Object.values(node)) yield* literalsIn(part);
}

t.test('every word that a component shows is in the texts', (t) => {
  const folders = [...Object.values(services), 'shared/ui'];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => path.join(folder, file)),
  );
  const found = files.flatMap((file) => {
    const program = parseAst(readFileSync(path.join(projectRoot, file), 'utf8'), { lang: 'tsx' });
    return [...literalsIn(program)].map((text) => `${file}: ${text}`);
  });
  t.ok(files.length > 200);
  t.same(found, []);
  const sample = `<p title="Two words" hint={isOn ? 'One' : words.two} class="small">
    Hello {count > 1 && 'World'} {name ?? \`Some \${thing}\`} {kind === 'link' && words.link} {'a'}
  </p>`;
  const inSample = new Set(literalsIn(parseAst(sample, { lang: 'tsx' })));
  t.same(inSample, new Set(['Two words', 'One', 'Hello', 'World', 'Some']));
  t.end();
});
