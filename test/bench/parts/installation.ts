/** A default installation, started as by `npm start`, and the cost of each of its processes, from the kernel. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtRoot } from '../../../shared/paths.ts';
import { cpuOf, end, run } from './processes.ts';

const readyWithinMs = 180_000;

/** The databases of an installation in `localDir`. */
export const storesOf = (localDir: string) => ({
  mysqlSocket: path.join(localDir, 'mysql', 'mysql.sock'),
  redisSocket: path.join(localDir, 'redis', 'redis.sock'),
});

export type Installation = {
  /** The processes, by name and number. A process that pm2 or the kernel replaced counts as a new one. */
  processes(): Record<string, number>;
  stop(): Promise<void>;
};

/** Starts an installation in an empty folder and waits until both services answer. */
export async function startInstallation(
  localDir: string,
  ports: { links: number; automations: number },
  env: Record<string, string> = {},
): Promise<Installation> {
  const child = run(process.execPath, [path.join(builtRoot, 'shared/local/start.js')], {
    ...{ LOCAL_DIR: localDir, LINKS_PORT: String(ports.links), AUTOMATIONS_PORT: String(ports.automations) },
    ...env,
  });
  for (let waited = 0; !(await isReady(ports.links)) || !(await isReady(ports.automations)); waited += 100) {
    if (waited > readyWithinMs || child.exitCode !== null) throw new Error('the installation does not answer');
    await sleep(100);
  }
  return { processes: () => processesBelow(child.pid as number), stop: () => end(child) };
}

const isReady = async (port: number) => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok;

/** A process and all its descendants, by name. */
function processesBelow(root: number): Record<string, number> {
  const parents = new Map<number, number>();
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    try {
      parents.set(pid, Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]));
    } catch {
      // The process has ended.
    }
  }
  const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid) as number));
  const named: Record<string, number> = {};
  for (const pid of [...parents.keys()].filter(isBelow)) {
    const name = nameOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    let n = 0;
    while (named[`${name} ${n}`]) n++;
    named[`${name} ${n}`] = pid;
  }
  return named;
}

const programs: [in_: RegExp, name: string][] = [
  [/mariadbd/, 'MariaDB'],
  [/redis-server/, 'Redis'],
  [/pm2-runtime/, 'pm2'],
  [/daemon\/server\.js/, 'links'],
  [/daemon\/worker\.js/, 'links-worker'],
  [/automations-api\/server\.js/, 'automations'],
  [/process\/several\.js/, 'background'],
  [/local\/start\.js/, 'waypost start'],
];
const nameOf = (command: string) =>
  programs.find(([in_]) => in_.test(command))?.[1] ?? command.replaceAll('\0', ' ').trim();

/** A process's share of the memory that it uses, in MiB: shared pages count in part. */
export const pssOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1_024;

/** The number of voluntary switches of all of a process's threads. */
export function wakeupsOf(pid: number): number {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8');
    sum += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]);
  }
  return sum;
}

export { cpuOf };
