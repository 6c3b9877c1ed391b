/**
 * Runs test files in several processes, each of which takes one file after another, and reports every file's outcome.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../shared/paths.ts';
import { briefly, steadily } from '../fixtures/processes.ts';
import { countTap } from './count.ts';
import type { FromFiles, ToFiles } from './file-process.ts';
import type { Kind, TestFile } from './kinds.ts';
import type { Report } from './report.ts';

export type Run = {
  tests: TestFile[];
  /** The number of runs of each file, each in another process because a process imports a file only once. */
  repeat: number;
  jobs: number;
  /**
   * Returns the environment for a kind. For unit tests it is ready immediately, for others once the servers are
   * running.
   */
  envOf: (kind: Kind) => Promise<NodeJS.ProcessEnv>;
  report: Report;
  signal: AbortSignal;
};

/** The remaining files of a kind, and the number that a process takes. */
type Queue = { kind: Kind; files: TestFile[]; share: number };

const program = fileURLToPath(new URL('./file-process.js', import.meta.url));

/**
 * The number of files per process. Loading the product takes a second of processor time. But a process keeps every
 * file that it ran in memory, and if it is killed, its other files are lost.
 */
const filesOfProcess: Record<Kind, number> = { killers: 11, browser: 14, stores: 16, unit: 100 };

let begunProcesses = 0;

/** The time without output after which a file, or a finished process, counts as hanging. */
const silentMs = process.env.TEST_LONG === '1' ? 7_200_000 : 1_230_000;
const endsWithinMs = 60_000;

/** Returns whether a file repeatedly starts the whole product: such files are short but slow. */
const startsAll = ({ file }: TestFile) => /^test\/(local|faults)\//.test(file);

/** Sorts long files first, because they usually take longest. Short files then fill the end. */
const longestFirst = (tests: TestFile[]): TestFile[] =>
  tests
    .map((test) => ({ test, bytes: statSync(path.join(projectRoot, test.file)).size }))
    .sort((one, other) => Number(startsAll(other.test)) - Number(startsAll(one.test)) || other.bytes - one.bytes)
    .map(({ test }) => test);

/**
 * Runs the unit tests first, while the servers start. Then two of three slots run killers, which mostly wait, and the
 * others browser tests. So short files remain for the end, and no long file runs alone there.
 */
export async function runFiles(run: Run): Promise<void> {
  const all = longestFirst(run.tests);
  const queueOf = (kind: Kind): Queue => {
    const files = all.filter((test) => test.kind === kind);
    const repeated = Array.from({ length: run.repeat }, () => files).flat();
    return { kind, files: repeated, share: run.repeat > 1 ? 1 : filesOfProcess[kind] };
  };
  const [killers, browser, stores, unit] = [queueOf('killers'), queueOf('browser'), queueOf('stores'), queueOf('unit')];
  const orders = [
    [unit, killers, browser, stores],
    [browser, stores, killers],
    [unit, killers, stores, browser],
  ];
  const work = async (_: unknown, place: number) => {
    const order = orders[place % orders.length] as Queue[];
    for (;;) {
      const queue = order.find(({ files }) => files.length > 0);
      if (!queue || run.signal.aborted) return;
      await runProcess(run, queue);
    }
  };
  const jobs = Math.min(run.jobs, all.length * run.repeat);
  await Promise.all(Array.from({ length: jobs }, work));
}

async function runProcess({ envOf, report, signal }: Run, queue: Queue): Promise<void> {
  const env = await envOf(queue.kind);
  // Another slot may have taken the last file.
  if (signal.aborted || queue.files.length === 0) return;
  const options = queue.kind === 'killers' || queue.kind === 'browser' ? briefly : steadily;
  // tap names its directories after the arguments, so a file that runs twice at the same time needs two names.
  const child = spawn(process.execPath, [...options, program, String(++begunProcesses)], {
    cwd: projectRoot,
    env: { ...env, TAP_TIMEOUT: '1200' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const end = () => child.kill('SIGKILL');
  signal.addEventListener('abort', end);
  const watch = watchSilence(child);
  const taken: TestFile[] = [];
  let running: TestFile | undefined;
  const send = (message: ToFiles) => child.send(message, () => {});
  child.on('message', ({ asks, cost }: Partial<FromFiles>) => {
    // tap reports timeouts only to its own runner.
    if (!asks) return;
    if (running && cost) report.ended(running, cost);
    running = taken.length < queue.share ? queue.files.shift() : undefined;
    if (running) {
      taken.push(running);
      report.began(running);
      send({ file: running.file });
    } else send({});
    watch.heard(!running);
  });
  const counted = countTap(child.stdout as NonNullable<ChildProcess['stdout']>, (file, counts) => {
    const test = taken.find((one) => one.file === file);
    if (test) report.counted(test, counts);
  });
  const [[code, killedBy]] = await Promise.all([once(child, 'exit'), counted]);
  watch.stop();
  signal.removeEventListener('abort', end);
  if (signal.aborted) return;
  const how = watch.hung() ?? (killedBy ? `the process ended by ${killedBy}` : `the process ended with ${code}`);
  const last = taken.at(-1) ?? queue.files.shift();
  if (!last) return;
  const names = taken.map(({ file }) => file).join(', ');
  if (running) report.broke(running, `${how} in this file`);
  else if (taken.length === 0) report.broke(last, `${how} before this file`);
  else if (watch.hung()) report.broke(last, `after all tests of ${names}: ${how}`);
  else if (code !== 0 && !report.hasFailed(taken)) report.broke(last, `after ${names}: ${how}`);
}

/** Ends a process that has been silent for too long. */
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
