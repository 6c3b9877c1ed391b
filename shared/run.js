#!/usr/bin/env node
// @ts-check
/**
 * The runner of built code in this process: a command of `waypost`, as `node shared/run.js [--fresh] links WORDS…`,
 * or an entry, as `node shared/run.js --tests test/bench/run.js WORDS…`. `--fresh` first builds stale parts,
 * `--tests` also the tests.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const words = process.argv.slice(2);
const options = new Set();
while (['--fresh', '--tests'].includes(words[0] ?? '')) options.add(words.shift());
const [entry, ...rest] = words[0]?.endsWith('.js') ? words : ['shared/local/waypost.js', ...words];

if (options.has('--fresh') || options.has('--tests')) {
  const { buildOrExit } = await import('./build/build.js');
  await buildOrExit({ stale: true, tests: options.has('--tests') });
}
const file = path.join(path.dirname(fileURLToPath(import.meta.url)), '../.build/current', entry ?? '');
if (!existsSync(file)) {
  process.stderr.write('Waypost is not built here: run `npm ci`, or `npm run build`.\n');
  process.exit(1);
}
process.argv.splice(1, process.argv.length, file, ...rest);
await import(pathToFileURL(file).href);
