/**
 * `npm run dev`: builds when a source changes, and then restarts the services that run what was built. A build that
 * fails is shown and changes nothing, so the services go on with the last good one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { watch } from 'chokidar';
import { browserApps, buildApp, isPartOf } from '../build-app.ts';
import { projectRoot } from '../paths.ts';

/** What a change below a folder concerns. */
const servicesOf: Record<string, string[]> = {
  daemon: ['links', 'links-worker'],
  'automations-api': ['automations'],
  shared: ['links', 'links-worker', 'automations'],
  sql: ['links', 'links-worker', 'automations'],
};

/** An editor writes a file in steps, and often several files at once. */
const settleMs = 100;

export type DevPlan = { restart: (names: string[]) => Promise<void>; say: (line: string) => void; colors: boolean };

/** Resolves once it watches. The returned function stops, after the turn that is under way. */
export async function restartOnChange(plan: DevPlan): Promise<() => Promise<void>> {
  const changed = new Set<string>();
  const watcher = watch(Object.keys(servicesOf), {
    cwd: projectRoot,
    ignoreInitial: true,
    // Editors' own files.
    ignored: (file) => /^\.|~$/.test(path.basename(file)),
  });
  let timer: NodeJS.Timeout | undefined;
  let turns = Promise.resolve();
  const takeTurn = async () => {
    const files = [...changed];
    changed.clear();
    if (files.length > 0) await buildAndRestart(files, plan).catch((error: Error) => plan.say(error.message));
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
    await watcher.close();
    await turns;
  };
}

async function buildAndRestart(files: string[], plan: DevPlan): Promise<void> {
  const apps = browserApps.filter((app) => files.some((file) => isPartOf(app, file)));
  const others = files.filter((file) => !apps.some((app) => isPartOf(app, file)));
  for (const app of apps) await buildApp(app);
  const names = new Set([...apps.map(({ service }) => service), ...(await servicesBuilt(others, plan))]);
  if (names.size === 0) return;
  plan.say(`${files.join(', ')} changed: restarting ${[...names].join(', ')} …`);
  await plan.restart([...names]);
}

/** The services that run what was built of these files; none where the build failed, which is said. */
async function servicesBuilt(files: string[], { say, colors }: DevPlan): Promise<string[]> {
  if (files.length === 0) return [];
  const { ok, output, written } = await build(colors);
  if (!ok) {
    say(`${output}\nThe build failed; the services go on with the last good one.`);
    return [];
  }
  const touched = [...written, ...files.filter((file) => !file.endsWith('.ts'))];
  return touched.flatMap((file) => servicesOf[file.split(path.sep)[0] ?? ''] ?? []);
}

/** Runs the compiler once; `written` are the files of `.build` that it made, relative to that. */
async function build(colors: boolean) {
  const compiler = path.join(projectRoot, 'node_modules/typescript/bin/tsc');
  const args = ['--listEmittedFiles', '--pretty', String(colors)];
  // A process group of its own: a Ctrl-C waits for the turn to end.
  const child = spawn(process.execPath, [compiler, ...args], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  const lines = said.trimEnd().split('\n');
  const mark = 'TSFILE: ';
  const written = lines
    .filter((line) => line.startsWith(mark) && line.trimEnd().endsWith('.js'))
    .map((line) => path.relative(path.join(projectRoot, '.build'), line.slice(mark.length).trim()));
  return { ok: code === 0, output: lines.filter((line) => !line.startsWith(mark)).join('\n'), written };
}
