/** A test file's kind, derived from the fixtures it uses directly or indirectly. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../shared/paths.ts';

export const kinds = ['killers', 'browser', 'stores', 'unit'] as const;
export type Kind = (typeof kinds)[number];
export type TestFile = { file: string; kind: Kind };

export const kindWords: Record<Kind, string> = {
  killers: 'start processes or servers of their own and end them',
  browser: 'drive a browser',
  stores: "use the run's MariaDB and Redis, or run other programs",
  unit: 'need nothing else; done in seconds',
};

/** A module, and the exports that give a file the kind; all of them if none is listed. */
type Mark = [kind: Kind, module: string, ...names: string[]];

const marks: Mark[] = [
  ['killers', 'test/fixtures/processes.ts', 'service'],
  ['killers', 'test/fixtures/stack.ts', 'startServers', 'startRedisServer', 'prepareMysql'],
  ['killers', 'test/fixtures/project-copy.ts'],
  ['killers', 'test/fixtures/start.ts'],
  ['killers', 'test/fixtures/release-folders.ts', 'makeInstallation'],
  ['killers', 'test/fixtures/galera.ts'],
  ['killers', 'test/fixtures/database-server.ts'],
  ['killers', 'test/fixtures/proxies.ts'],
  ['killers', 'shared/local/private-stores.ts', 'prepareRedis'],
  ['killers', 'node:child_process', 'spawn'],
  ['browser', 'test/fixtures/browser/chromium.ts'],
  ['stores', 'test/fixtures/stack.ts'],
  ['stores', 'test/runner/run-files.ts'],
  ['stores', 'node:child_process'],
];

type Import = { file: string; names: string[] };

const importLine = /^(?:import|export)\s+(?!type\b)([^;']*?)\s*from\s+'(\.[^']+|node:child_process)'/gm;
const imports = new Map<string, Import[]>();

/** A file's value imports from the project. */
function importsOf(file: string): Import[] {
  let found = imports.get(file);
  if (!found) {
    const at = path.join(projectRoot, file);
    const source = existsSync(at) ? readFileSync(at, 'utf8') : '';
    found = [...source.matchAll(importLine)].map(([, names = '', from = '']) => ({
      file: from.startsWith('.') ? path.join(path.dirname(file), from) : from,
      names: names.split(/[{},\s]+/).filter(Boolean),
    }));
    imports.set(file, found);
  }
  return found;
}

const bears = ([, module, ...names]: Mark, one: Import) =>
  one.file === module && (names.length === 0 || names.some((name) => one.names.includes(name)));

/** Returns the kind of `file`, a path such as `test/shared/config/config.test.ts`. */
export function kindOf(file: string): Kind {
  const seen = new Set<string>();
  // Processes that a fixture starts itself, such as a QR decoder, do not count.
  const found = importsOf(file).filter((one) => !one.file.startsWith('test/'));
  const follow = (at: string) => {
    for (const one of importsOf(at)) {
      if (!one.file.startsWith('test/')) continue;
      found.push(one);
      if (seen.has(one.file)) continue;
      seen.add(one.file);
      follow(one.file);
    }
  };
  follow(file);
  return marks.find((mark) => found.some((one) => bears(mark, one)))?.[0] ?? 'unit';
}
