/**
 * `npm run dev`: builds when a source changes, then restarts the services that use it. A failed build is shown and
 * changes nothing, so the services continue with the last good one. Types are checked afterwards, in parallel with the
 * services.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { watch } from 'chokidar';
import { projectRoot } from '../paths.ts';

const everyService = ['links', 'links-worker', 'automations'];

/** Services to restart after a change in a folder; the first matching folder applies. */
const servicesOf: [folder: string, services: string[]][] = [
  ['daemon/dashboard', ['links']],
  ['automations-api/admin', ['automations']],
  ['shared/ui', ['links', 'automations']],
  ['daemon', ['links', 'links-worker']],
  ['automations-api', ['automations']],
  ['shared', everyService],
  ['sql', everyService],
  ['.github', ['links']],
];

/** TypeScript projects to check after a change in a folder. */
const typeChecks: [folder: string, projects: string[]][] = [
  ['daemon/dashboard', ['daemon/dashboard']],
  ['automations-api/admin', ['automations-api/admin']],
  ['shared/ui', ['daemon/dashboard', 'automations-api/admin']],
  ['', ['.']],
];

/** The wait after a change, because editors write a file in several steps, and often several files at once. */
const settleMs = 100;

export type DevPlan = { restart: (names: string[]) => Promise<void>; say: (line: string) => void; colors: boolean };

/** Watches the sources; resolves once it does. The returned function stops it after the current build. */
export async function restartOnChange(plan: DevPlan): Promise<() => Promise<void>> {
  const changed = new Set<string>();
  const watcher = watch(['daemon', 'automations-api', 'shared', 'sql', '.github'], {
    cwd: projectRoot,
    ignoreInitial: true,
    // Temporary files of editors.
    ignored: (file) => /^\.(?!github$)|~$/.test(path.basename(file)),
  });
  const types = createTypeCheck(plan);
  let timer: NodeJS.Timeout | undefined;
  let turns = Promise.resolve();
  const takeTurn = async () => {
    const files = [...changed];
    changed.clear();
    if (files.length === 0) return;
    const isBuilt = await buildAndRestart(files, plan).catch((error: Error) => plan.say(error.message));
    if (isBuilt) types.check(files);
  };
  watcher.on('all', (event, file) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    changed.add(file);
    clearTimeout(timer);
    timer = setTimeout(() => {
      turns = turns.then(takeTurn);
    }, settleMs);
  });
  await once(watcher, 'ready');
  return async () => {
    clearTimeout(timer);
    types.stop();
    await watcher.close();
    await turns;
  };
}

/** Resolves to whether the build succeeded. */
async function buildAndRestart(files: string[], { say, restart, colors }: DevPlan): Promise<boolean> {
  const { output, code } = await runNode(['shared/build/build.js', '--stale'], colors).ended;
  if (code !== 0) {
    say(`${output}\nThe build failed; the services continue with the last good build.`);
    return false;
  }
  if (output) say(output);
  const names = concerned(servicesOf, files);
  if (names.length > 0) {
    say(`${files.join(', ')} changed: restarting ${names.join(', ')} …`);
    await restart(names);
  }
  return true;
}

/** Lists the services or projects that the files affect. */
const concerned = (list: [folder: string, what: string[]][], files: string[]): string[] => {
  const of = (file: string) => list.find(([folder]) => folder === '' || file.startsWith(`${folder}/`))?.[1] ?? [];
  return [...new Set(files.filter((file) => !file.endsWith('.test.ts')).flatMap(of))];
};

/** Checks types for one change at a time: a newer change cancels an older check and takes over its files. */
function createTypeCheck({ say, colors }: DevPlan) {
  const files = new Set<string>();
  let running: ChildProcess | undefined;
  const stop = () => running?.kill();
  async function check(changed: string[]): Promise<void> {
    stop();
    for (const file of changed) if (/\.tsx?$/.test(file)) files.add(file);
    for (const project of concerned(typeChecks, [...files])) {
      const compiler = 'node_modules/typescript/bin/tsc';
      const { child, ended } = runNode([compiler, '--pretty', String(colors), '-p', project], colors);
      running = child;
      const { output, code } = await ended;
      if (code === null) return;
      if (code !== 0) say(`${output}\nThe types have errors; the services run the new build.`);
    }
    files.clear();
  }
  return { check: (changed: string[]) => void check(changed).catch((error: Error) => say(error.message)), stop };
}

/** Runs a script in its own process group, so that Ctrl-C does not interrupt it. */
function runNode(words: string[], colors: boolean) {
  const child = spawn(process.execPath, words, {
    cwd: projectRoot,
    env: { ...process.env, ...(colors ? { FORCE_COLOR: '1' } : {}) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [code]]) => ({ output: (stdout + stderr).trimEnd(), code: code as number | null }),
  );
  return { child, ended };
}
