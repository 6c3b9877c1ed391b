/**
 * A private server as a child process in its own process group, so that a terminal's Ctrl-C does not reach it before
 * the services have drained. The kernel ends it if its owner is killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNearlyFull } from '../process/free-space.ts';
import { findProgram } from './debian.ts';
import { tail } from './logs/tail.ts';

export type PrivateServer = {
  readonly name: string;
  readonly url: string;
  /** Starts the server; resolves when it answers. @throws with the end of its log if it does not */
  start(): Promise<Running>;
  stop(): Promise<void>;
  /** Ends the process at once with a signal, as a crash would. */
  kill(signal: NodeJS.Signals): Promise<void>;
};

/** `ended` resolves, with the reason, if the server ends unexpectedly. */
export type Running = { ended: Promise<string> };

export type ServerPlan = {
  name: string;
  url: string;
  command: string[];
  log: string;
  /** Resolves when the server answers; rejects while it does not. */
  ping: () => Promise<void>;
};

/** The time limit for a start. It is long, because a server repairs its files after a crash. */
const readyWithinMs = 300_000;
const stopWithinMs = 60_000;
const stopOnFullDiskWithinMs = 5_000;

export function privateServer({ name, url, command, log, ping }: ServerPlan): PrivateServer {
  let child: ChildProcess | undefined;
  let expected = false;

  const end = async (signal: NodeJS.Signals) => {
    expected = true;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new AbortController();
    const exited = once(child, 'exit').then(() => ended.abort());
    child.kill(signal);
    const isLate = await isLateOrStuck(path.dirname(log), ended.signal);
    if (isLate) child.kill('SIGKILL');
    await exited;
  };

  return {
    name,
    url,
    async start() {
      expected = false;
      const words = await withOwner(command);
      if (expected) throw new Error(`${name} was stopped before it started`);
      const output = openSync(log, 'a', 0o600);
      const started = spawn(...words, { stdio: ['ignore', output, output], detached: true });
      child = started;
      closeSync(output);
      let failure: string | undefined;
      const exited = new Promise<void>((resolve) => {
        started.once('error', (error) => {
          failure = error.message;
          resolve();
        });
        started.once('exit', (code, signal) => {
          failure ??= `${name} ended (${signal ?? `exit code ${code}`})`;
          resolve();
        });
      });
      const deadline = Date.now() + readyWithinMs;
      while (
        !(await ping().then(
          () => true,
          () => false,
        ))
      ) {
        if (failure || Date.now() > deadline) {
          expected = true;
          started.kill('SIGKILL');
          // Another server can use the files only after this one has ended.
          await exited;
          throw new Error(`${failure ?? `${name} did not start in time`}; the end of its log:\n${await tail(log)}`);
        }
        await sleep(20);
      }
      const ended = new Promise<string>((resolve) => {
        void exited.then(() => expected || resolve(failure as string));
      });
      return { ended };
    },
    stop: () => end('SIGTERM'),
    kill: end,
  };
}

/**
 * Waits for the server's end, and resolves to `false` if it ended in time. The time limit is shorter on a full disk,
 * where MariaDB waits a minute for space; its files survive a crash.
 */
async function isLateOrStuck(home: string, ended: AbortSignal): Promise<boolean> {
  for (const startedAt = performance.now(); !ended.aborted; await sleep(50)) {
    const tookMs = performance.now() - startedAt;
    if (tookMs > stopWithinMs) return true;
    if (tookMs > stopOnFullDiskWithinMs && (await isNearlyFull(home))) return true;
  }
  return false;
}

/** Adds `setpriv` (util-linux) to the command, so that the kernel ends the child when this process ends for any reason. */
export async function withOwner(command: string[]): Promise<[string, string[]]> {
  const setpriv = await findProgram('setpriv');
  const [program = '', ...args] = setpriv ? [setpriv, '--pdeathsig', 'TERM', '--', ...command] : command;
  return [program, args];
}

/**
 * Ends an earlier run's processes, which have `mark` as a word in their command line or environment, and waits for
 * their end. A zombie has neither and is ignored.
 */
export async function endLeftovers(mark: string): Promise<void> {
  const signalled = new Set<number>();
  for (const deadline = Date.now() + stopWithinMs; ; await sleep(50)) {
    const pids = await findProcesses(mark);
    if (pids.length === 0) return;
    const isLate = Date.now() > deadline;
    for (const pid of pids.filter((one) => isLate || !signalled.has(one))) end(pid, isLate ? 'SIGKILL' : 'SIGTERM');
    for (const pid of pids) signalled.add(pid);
  }
}

async function findProcesses(mark: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
      const words = (await Promise.all([read('cmdline'), read('environ')])).join('\0').split('\0');
      return pid !== process.pid && words.includes(mark) ? [pid] : [];
    }),
  );
  return found.flat();
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
