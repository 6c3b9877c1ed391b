/** Runs test files in several processes that each take one after another, and reports every file's outcome. */
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
  /** Number of runs of each file, each in another process, since a process imports a file once. */
  repeat: number;
  jobs: number;
  /** The environment for a kind; ready at once for unit tests, and later for the others, once the servers run. */
  envOf: (kind: Kind) => Promise<NodeJS.ProcessEnv>;
  report: Report;
  signal: AbortSignal;
};

/** Remaining files of a kind, and how many a process takes. */
type Queue = { kind: Kind; files: TestFile[]; share: number };

const program = fileURLToPath(new URL('./file-process.js', import.meta.url));

/**
 * Number of files per process. Loading the product takes a second of processor time, but a process keeps every file it has run, and
 * a killed process takes the others along.
 */
const filesOfProcess: Record<Kind, number> = { killers: 11, browser: 14, stores: 16, unit: 100 };

let begunProcesses = 0;

/** A file, or a finished process, that is silent for longer hangs. */
const silentMs = 1_230_000;
const endsWithinMs = 60_000;

/** Files in these folders start the whole product repeatedly: they are short and slow. */
const startsAll = ({ file }: TestFile) => /^test\/(local|faults)\//.test(file);

/** Sorts long files first, since they tend to take long. Short ones fill the end. */
const longestFirst = (tests: TestFile[]): TestFile[] =>
  tests
    .map((test) => ({ test, bytes: statSync(path.join(projectRoot, test.file)).size }))
    .sort((one, other) => Number(startsAll(other.test)) - Number(startsAll(one.test)) || other.bytes - one.bytes)
    .map(({ test }) => test);

/**
 * Unit tests come first, while the servers start. Then two of three slots take killers, which wait much, and the others a
 * browser's: so short files remain for the end, and no long one runs there alone.
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
  // Another slot can have taken the last one.
  if (signal.aborted || queue.files.length === 0) return;
  const options = queue.kind === 'killers' || queue.kind === 'browser' ? briefly : steadily;
  // tap names its directories after the arguments: a file that runs twice at a time needs two.
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
    // tap reports timeouts to its own runner.
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

/** Ends a process that was silent for too long. */
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
