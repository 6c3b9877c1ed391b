/**
 * Both applications' texts: every text is used. TypeScript finds missing texts. A table of codes, such as audit
 * actions, is read with the service's codes, so a key counts as used if the service contains its words.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
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
    .filter((file) => /\.tsx?$/.test(file) && !/(^|\/)text(s|-en)?\b/.test(file))
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
/** Imports the texts by URL, so that browser types do not apply to all tests. */
const textsIn = async (app: string): Promise<object> => {
  const built = new URL(`../../../${app}/text/en.js`, import.meta.url).href;
  return ((await import(built)) as { en: object }).en;
};

for (const [service, app] of Object.entries(services)) {
  const en = await textsIn(app);

  t.test(`every text of the application in ${service} is used`, async (t) => {
    const words = new Set([...shared, ...wordsIn(service)]);
    const isUsed = (key = '') => (key.match(/[\w-]+/g) ?? []).every((word) => words.has(word));
    const leftOver = [...textsOf(en)].filter(({ at }) => !isUsed(at.at(-1)));
    t.same(
      leftOver.map(({ at }) => at.join(' ')),
      [],
    );
  });

  t.test(`every text of the application in ${service} shows each value that it gets`, async (t) => {
    const silent = [...textsOf(en)].filter(({ text }) => {
      if (typeof text === 'string') return false;
      const [, given = '', said = ''] = /^\(?([^)=]*)\)?\s*=>([\s\S]*)$/.exec(String(text)) ?? [];
      return (given.replace(/\w+:/g, '').match(/[A-Za-z]\w*/g) ?? []).some(
        (name) => !new RegExp(`\\b${name}\\b`).test(said),
      );
    });
    t.same(
      silent.map(({ at, text }) => `${at.join(' ')}: ${text}`),
      [],
    );
  });

  t.test(`no text of the application in ${service} writes a number twice`, async (t) => {
    const doubled = /(?<![\d.,])(\d+)\s+\1(?![\d.,])/;
    const shown = [...textsOf(en)].map(
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
