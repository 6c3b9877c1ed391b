/** Whether a set of services came up: each of its processes says so, or one of them keeps ending, and then its log says why. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Config } from '../config/config.ts';
import { askProcesses, type ProcessState } from '../process/own-socket.ts';
import { readableTail } from './logs/tail.ts';
import type { ProcessEnd } from './pm2-output.ts';

const readyWithinMs = 180_000;

/** How long one may serve and not be ready, while others could go on in its place. */
const unreadyMs = 10_000;

/** pm2 starts a process again that ended; what fails this often has a fault that stays. */
const triesToStart = 3;

export type ReadinessPlan = {
  /** The name that its processes have for it. */
  set: string;
  /** How many there are to be of each name. */
  wanted: Map<string, number>;
  localDir: string;
  logs: string;
  say: (line: string) => void;
  /** Whether a service may fail for as long as it likes, as while somebody writes it. */
  patient: boolean;
  /** Whether former ones go on if this set does not become ready. */
  isReplacing: boolean;
};

export function watchReadiness({ set, wanted, localDir, logs, say, patient, isReplacing }: ReadinessPlan) {
  const crashes = new Map<string, number>();
  let failed: string | undefined;
  const logOf = (name: string) => path.join(logs, `${name}.log`);
  const failure = async (name: string, why: string) =>
    new Error(`${name} ${why}\nThe end of its log, ${logOf(name)}:\n${await readableTail(logOf(name))}`);

  return {
    /** Takes note that a process ended without having been asked to. */
    crashed({ name, code, signal }: ProcessEnd): void {
      const count = (crashes.get(name) ?? 0) + 1;
      crashes.set(name, count);
      say(`${name} ended (${code === 0 ? signal : `exit code ${code}`}) and is started again; see ${logOf(name)}`);
      if (count >= triesToStart) failed ??= name;
    },

    /** Resolves when all processes are ready. @throws when one is not, and when `signal` is aborted. */
    async wait(signal: AbortSignal): Promise<void> {
      const deadline = patient ? Number.POSITIVE_INFINITY : Date.now() + readyWithinMs;
      let servesSince = Number.POSITIVE_INFINITY;
      for (;;) {
        const states = (await askProcesses<ProcessState>(localDir, '/readyz')).filter((state) => state.set === set);
        const late = findLate(wanted, states);
        if (!late) return;
        signal.throwIfAborted();
        if (failed && !patient) throw await failure(failed, 'cannot start.');
        servesSince = late.serves ? Math.min(servesSince, Date.now()) : Number.POSITIVE_INFINITY;
        const isUnready = isReplacing && Date.now() - servesSince > unreadyMs;
        if (isUnready || Date.now() > deadline) throw await failure(late.name, `did not become ready: ${late.why}`);
        await sleep(100);
      }
    },
  };
}

type Late = { name: string; why: string; serves: boolean };

/** A service of which a process is not there yet or not ready. */
function findLate(wanted: Map<string, number>, states: ProcessState[]): Late | undefined {
  for (const [name, count] of wanted) {
    const its = states.filter((state) => state.name === name);
    const faulty = its.find(({ status }) => status !== 'ready');
    if (faulty) return { name, why: JSON.stringify(faulty), serves: true };
    if (its.length < count) return { name, why: `${its.length} of ${count} processes serve`, serves: false };
  }
  return undefined;
}

const tellApps = `const { apps } = await import(process.argv[1]);
console.log(JSON.stringify(apps.map(({ name, instances = 1 }) => [name, instances])));`;

/** How many processes of each name a release runs, as its `ecosystem.config.js` says in this environment. */
export async function countProcesses(ecosystem: string, node: string, env: NodeJS.ProcessEnv) {
  const args = ['--input-type=module', '--eval', tellApps, ecosystem];
  const { stdout } = await promisify(execFile)(node, args, { env });
  return new Map(JSON.parse(stdout) as [string, number][]);
}

/** The addresses that answer `/readyz`, as this machine reaches them. */
export function listenersOf({ host, automationsHost, linksPort, automationsPort }: Config) {
  const at = (address: string, port: number) => `http://${reached(address)}:${port}`;
  return { links: at(host, linksPort), automations: at(automationsHost, automationsPort) };
}

const reached = (address: string) => {
  if (address === '0.0.0.0' || address === '::') return 'localhost';
  return address.includes(':') ? `[${address}]` : address;
};

/** Undefined when it is, else what it says. */
export const askReady = (address: string): Promise<string | undefined> =>
  fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => (answer.ok ? undefined : await answer.text()),
    (error: Error) => (error.cause as Error | undefined)?.message ?? error.message,
  );
