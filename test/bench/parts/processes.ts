/** The processes of a bench: their start, readiness and end, and their processor time and memory, from the kernel. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectRoot } from '../../../shared/paths.ts';

/** The setting that ecosystem.config.js gives to redirect processes. */
export const largePages = { GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' };

const children = new Set<ChildProcess>();

export function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    cwd: projectRoot,
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Ends a process as an operator would, and waits for it. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
}

/** Runs a bench in its own directory. Prints the machine, and leaves nothing behind. */
export async function runBench(dir: string, main: () => Promise<void>): Promise<never> {
  try {
    console.log(`${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}`);
    await main();
  } finally {
    // nginx ends its own worker if it gets SIGTERM.
    for (const child of children) child.kill(child.spawnfile === 'nginx' ? 'SIGTERM' : 'SIGKILL');
    rmSync(dir, { recursive: true, force: true });
  }
  process.exit(0);
}

export async function waitFor(url: string, status: number): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    const answer = await fetch(url, { redirect: 'manual' }).catch(() => undefined);
    if (answer?.status === status) return;
    await sleep(50);
  }
  throw new Error(`${url} did not answer ${status}`);
}

/**
 * Returns the processor time that a process has used, in µs. Unlike a rate, it hardly depends on the machine's other
 * work.
 */
export function cpuOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Returns the processor time of a process's present threads in µs, without the kernel's rounding to 10 ms. */
export const threadsCpuOf = (pid: number | undefined) =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    return sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1_000;
  }, 0);

/** The time that a process's main thread was ready and waited for a core, in µs. */
export const waitedOf = (pid: number | undefined) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1_000;

/** Returns a process's memory in MiB. */
export const rssOf = (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
