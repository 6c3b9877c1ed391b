/**
 * The check for regular expressions whose time grows faster than their input. `.ci/regexes.txt` lists all expressions with an
 * unbounded repetition, because recheck takes seconds for some. recheck judges unlisted ones, and `--write` adds those with linear
 * time. A line with a tab and a reason is an expression that is not linear, but whose input is short or Waypost's own.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseFileSync } from '@swc/core';

const folders = ['daemon', 'automations-api', 'shared'];
/** Code whose input is trusted: the manual and the build read project files, and browser code runs on the user's machine. */
const ownInput =
  /^shared\/(?:manual|ui)\/|^shared\/(?:build|run|slim)\.js$|^daemon\/dashboard\/|^automations-api\/admin\//;
const record = new URL('regexes.txt', import.meta.url);
const repeats = /[*+]|\{\d+,\}/;
const namesPattern = /(?:pattern|form)$/i;

const sources = () =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.(?:tsx?|js)$/.test(file) && !ownInput.test(file));

/** Returns the text of a string or a template, with a letter for each unknown part. @param {any} node */
const textOf = (node) =>
  node?.type === 'StringLiteral'
    ? node.value
    : node?.type === 'TemplateLiteral'
      ? node.quasis.map(({ cooked }) => cooked).join('x')
      : undefined;

/** Returns a node's pattern and flags, from a literal, `new RegExp("…")`, a schema's `pattern: "…"` or `const slugPattern = "…"`. */
function expressionIn(node) {
  if (node.type === 'RegExpLiteral') return [node.pattern, node.flags];
  if (node.type === 'NewExpression' && node.callee.value === 'RegExp') {
    const [pattern, flags] = node.arguments.map(({ expression }) => textOf(expression));
    return [pattern, flags ?? ''];
  }
  if (node.type === 'KeyValueProperty' && node.key.value === 'pattern') return [textOf(node.value), 'u'];
  if (node.type === 'VariableDeclarator' && namesPattern.test(node.id.value)) return [textOf(node.init), 'u'];
  return [];
}

/** @param {any} node @param {Set<string>} found */
function collect(node, found) {
  if (typeof node !== 'object' || node === null) return;
  const [pattern, flags] = Array.isArray(node) ? [] : expressionIn(node);
  if (pattern !== undefined && repeats.test(pattern)) found.add(`/${pattern.replaceAll('\n', '\\n')}/${flags}`);
  for (const value of Object.values(node)) collect(value, found);
}

function expressions() {
  const found = new Map();
  for (const file of sources()) {
    const inFile = new Set();
    const syntax = file.endsWith('.js')
      ? { syntax: 'ecmascript' }
      : { syntax: 'typescript', tsx: file.endsWith('.tsx') };
    collect(parseFileSync(file, { ...syntax, target: 'es2024' }), inFile);
    for (const expression of inFile) found.set(expression, [...(found.get(expression) ?? []), file]);
  }
  return found;
}

async function findFault(expression) {
  const { check } = await import('recheck');
  const slash = expression.lastIndexOf('/');
  const { status, complexity } = await check(expression.slice(1, slash), expression.slice(slash + 1), {
    timeout: 30_000,
  });
  return status === 'safe' ? undefined : (complexity?.summary ?? status);
}

const listed = new Map(
  readFileSync(record, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => [line.split('\t')[0], line]),
);
const found = expressions();
const unlisted = [...found].filter(([expression]) => !listed.has(expression));
let faults = 0;
for (const [expression, files] of unlisted) {
  const fault = await findFault(expression);
  if (fault === undefined) listed.set(expression, expression);
  else {
    console.error(`${expression} (${files.join(', ')}): ${fault}`);
    faults++;
  }
}
if (process.argv.includes('--write')) {
  const lines = [...listed].filter(([expression]) => found.has(expression)).map(([, line]) => `${line}\n`);
  writeFileSync(record, lines.sort().join(''));
}
process.exit(faults === 0 ? 0 : 1);
