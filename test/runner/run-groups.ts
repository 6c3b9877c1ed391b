/** Runs groups of test files, some at a time, each group in a process, and tells a report what became of each file. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../shared/paths.ts';
import { countTap } from './count.ts';
import type { FromGroup } from './group.ts';
import { type Kind, kinds, type TestFile } from './kinds.ts';
import type { Report } from './report.ts';

export type Run = {
  tests: TestFile[];
  /** How many times each file is run, every time in another process: a process imports a file once. */
  repeat: number;
  jobs: number;
  /** Ready at once for unit tests, and for the others once the run's servers are. */
  envOf: (kind: Kind) => Promise<NodeJS.ProcessEnv>;
  report: Report;
  signal: AbortSignal;
};

const groupProgram = fileURLToPath(new URL('./group.js', import.meta.url));

/** What kills processes or ends its own may take its process along, so it has one for itself. */
const filesOfGroup: Record<Kind, number> = { killers: 1, browser: 3, stores: 6, unit: 10 };

let groupsBegun = 0;

/** A file that is silent for longer hangs, and so does a process that is done. */
const silentMs = 530_000;
const endsWithinMs = 30_000;

/** Unit tests dealt out by their size, so that no group has all the long ones; of the others, files of one folder. */
function makeGroups(tests: TestFile[]): TestFile[][] {
  const unit = tests.filter(({ kind }) => kind === 'unit').sort((one, other) => bytesOf([other]) - bytesOf([one]));
  const groups = Array.from({ length: Math.ceil(unit.length / filesOfGroup.unit) }, (): TestFile[] => []);
  for (const [n, test] of unit.entries()) groups[n % groups.length]?.push(test);
  for (const kind of kinds) {
    if (kind === 'unit') continue;
    const rooms = new Map<string, TestFile[]>();
    for (const test of tests) {
      if (test.kind !== kind) continue;
      const room = path.dirname(test.file);
      const group = rooms.get(room) ?? [];
      if (group.length === 0) groups.push(group);
      group.push(test);
      rooms.set(room, group.length < filesOfGroup[kind] ? group : []);
    }
  }
  return groups;
}

const bytesOf = (group: TestFile[]) =>
  group.reduce((sum, { file }) => sum + statSync(path.join(projectRoot, file)).size, 0);

/**
 * Unit tests come first: the run's servers start meanwhile. Half of the places then take killers, which wait much, so that
 * others work beside them. Long files tend to take long, so groups with most text come before the others of their kind, and
 * short ones fill the end.
 */
export async function runGroups(run: Run): Promise<void> {
  const all = Array.from({ length: run.repeat }, () => makeGroups(run.tests)).flat();
  const ofKind = (kind: Kind) =>
    all.filter(([first]) => first?.kind === kind).sort((one, other) => bytesOf(other) - bytesOf(one));
  const unit = ofKind('unit');
  const killers = ofKind('killers');
  const others = [...ofKind('browser'), ...ofKind('stores')];
  const work = async (_: unknown, place: number) => {
    const order = place % 2 === 0 ? [unit, killers, others] : [unit, others, killers];
    for (;;) {
      const queue = order.find((groups) => groups.length > 0);
      const group = queue?.shift();
      if (!queue || !group || run.signal.aborted) return;
      const rest = await runGroup(run, group);
      if (rest.length > 0) queue.unshift(rest);
    }
  };
  await Promise.all(Array.from({ length: run.jobs }, work));
}

/** @returns the files that were not begun, because one before them ended the process */
async function runGroup({ envOf, report, signal }: Run, group: TestFile[]): Promise<TestFile[]> {
  const env = await envOf((group[0] as TestFile).kind);
  if (signal.aborted) return [];
  // tap names its directories after the arguments: a file that runs twice at a time has two.
  const child = spawn(process.execPath, [groupProgram, String(++groupsBegun)], {
    cwd: projectRoot,
    env: { ...env, TEST_FILES: JSON.stringify(group.map(({ file }) => file)), TAP_TIMEOUT: '500' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const end = () => child.kill('SIGKILL');
  signal.addEventListener('abort', end);
  const watch = watchSilence(child);
  let begun = 0;
  let running: TestFile | undefined;
  child.on('message', ({ file, cost }: Partial<FromGroup>) => {
    // tap tells its own runner of timeouts.
    if (!file) return;
    if (cost && running) {
      report.ended(running, cost);
      running = undefined;
    } else {
      running = group[begun++];
      if (running) report.began(running);
    }
    watch.heard(begun === group.length && !running);
  });
  const counted = countTap(child.stdout as NonNullable<ChildProcess['stdout']>, (file, counts) => {
    const test = group.find((one) => one.file === file);
    if (test) report.counted(test, counts);
  });
  const [[code, killedBy]] = await Promise.all([once(child, 'exit'), counted]);
  watch.stop();
  signal.removeEventListener('abort', end);
  if (signal.aborted) return [];
  const names = group.map(({ file }) => file).join(', ');
  const how = watch.hung() ?? (killedBy ? `the process ended by ${killedBy}` : `the process ended with ${code}`);
  if (running) report.broke(running, `${how} in this file`);
  else if (begun < group.length) report.broke(group[begun] as TestFile, `${how} before this file`);
  else if (watch.hung()) report.broke(group.at(-1) as TestFile, `after all tests of ${names}: ${how}`);
  else if (code !== 0 && !report.hasFailed(group)) report.broke(group.at(-1) as TestFile, `after ${names}: ${how}`);
  return group.slice(running ? begun : begun + (begun < group.length ? 1 : 0));
}

/** Ends a process that has said nothing for too long. */
function watchSilence(child: ChildProcess) {
  let reason: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  const heard = (isDone: boolean) => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        reason = isDone ? 'something keeps the process from ending' : 'a test hangs';
        child.kill('SIGKILL');
      },
      isDone ? endsWithinMs : silentMs,
    );
  };
  heard(false);
  return { heard, stop: () => clearTimeout(timer), hung: () => reason };
}
