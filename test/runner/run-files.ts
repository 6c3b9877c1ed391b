/** Runs test files in processes that take one after another, some at a time, and tells a report what became of each file. */
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
  /** How many times each file is run, every time in another process: a process imports a file once. */
  repeat: number;
  jobs: number;
  /** Ready at once for unit tests, and for the others once the run's servers are. */
  envOf: (kind: Kind) => Promise<NodeJS.ProcessEnv>;
  report: Report;
  signal: AbortSignal;
};

/** Files of a kind that no process has taken yet, and how many a process takes. */
type Queue = { kind: Kind; files: TestFile[]; share: number };

const program = fileURLToPath(new URL('./file-process.js', import.meta.url));

/**
 * Files share a process, as loading the product takes a second of the processor; but a process keeps each file it has run, and
 * what kills others or ends its own may take its process along.
 */
const filesOfProcess: Record<Kind, number> = { killers: 11, browser: 14, stores: 16, unit: 100 };

let begunProcesses = 0;

/** A file that is silent for longer hangs, and so does a process that is done. */
const silentMs = 1_230_000;
const endsWithinMs = 60_000;

/** Files of these folders start the whole product again and again: they take long with little text. */
const startsAll = ({ file }: TestFile) => /^test\/(local|faults)\//.test(file);

/** Files that tend to take long come first: those with most text. Short ones fill the end. */
const longestFirst = (tests: TestFile[]): TestFile[] =>
  tests
    .map((test) => ({ test, bytes: statSync(path.join(projectRoot, test.file)).size }))
    .sort((one, other) => Number(startsAll(other.test)) - Number(startsAll(one.test)) || other.bytes - one.bytes)
    .map(({ test }) => test);

/**
 * Unit tests come first: the run's servers start meanwhile. Then two of three places take killers, which wait much, and the others
 * a browser's: so short files on stores are left for the end, and no long one runs there alone.
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
  // Others may have taken the last meanwhile.
  if (signal.aborted || queue.files.length === 0) return;
  const options = queue.kind === 'killers' || queue.kind === 'browser' ? briefly : steadily;
  // tap names its directories after the arguments: a file that runs twice at a time has two.
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
    // tap tells its own runner of timeouts.
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
