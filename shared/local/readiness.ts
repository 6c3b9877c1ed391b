/**
 * The readiness of a set of services. It is ready once all its processes report ready. If a process keeps ending,
 * waiting stops, and the error shows the last lines of this process's log.
 */
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Config } from '../config/config.ts';
import { type ProcessState, queryProcesses } from '../process/own-socket.ts';
import { readableTail } from './logs/tail.ts';
import type { ProcessEnd } from './pm2-output.ts';

const readyWithinMs = 180_000;

/** The time for which a process can be unready if old processes can continue instead. */
const unreadyMs = 10_000;

/** pm2 restarts processes that end; this many ends mean a permanent fault. */
const triesToStart = 3;

export type ReadinessPlan = {
  /** The set's id, which its processes report. */
  set: string;
  /** The expected number of processes, keyed by name. */
  wanted: Map<string, number>;
  localDir: string;
  logs: string;
  say: (line: string) => void;
  /** Tolerates failures indefinitely, as during development. */
  patient: boolean;
  /** True if old processes continue when this set does not become ready. */
  isReplacing: boolean;
};

export function watchReadiness({ set, wanted, localDir, logs, say, patient, isReplacing }: ReadinessPlan) {
  const crashes = new Map<string, number>();
  let failed: string | undefined;
  const logOf = (name: string) => path.join(logs, `${name}.log`);
  const failure = async (name: string, why: string) =>
    new Error(`${name} ${why}\nThe end of its log, ${logOf(name)}:\n${await readableTail(logOf(name))}`);

  return {
    /** Records that a process ended unexpectedly. */
    crashed({ name, code, signal }: ProcessEnd): void {
      const count = (crashes.get(name) ?? 0) + 1;
      crashes.set(name, count);
      say(`${name} ended (${code === 0 ? signal : `exit code ${code}`}) and is being restarted; see ${logOf(name)}`);
      if (count >= triesToStart) failed ??= name;
    },

    /** Resolves when all processes are ready. @throws if one fails, or when `signal` is aborted */
    async wait(signal: AbortSignal): Promise<void> {
      const deadline = patient ? Number.POSITIVE_INFINITY : Date.now() + readyWithinMs;
      let servesSince = Number.POSITIVE_INFINITY;
      for (;;) {
        const states = (await queryProcesses<ProcessState>(localDir, '/readyz')).filter((state) => state.set === set);
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

/** Finds a service with a process that is missing or not ready. */
function findLate(wanted: Map<string, number>, states: ProcessState[]): Late | undefined {
  for (const [name, count] of wanted) {
    const its = states.filter((state) => state.name === name);
    const faulty = its.find(({ status }) => status !== 'ready');
    if (faulty) return { name, why: JSON.stringify(faulty), serves: true };
    if (its.length < count) return { name, why: `${its.length} of ${count} processes are running`, serves: false };
  }
  return undefined;
}

/** The code of a thread, which has its own environment and keeps no file of a deleted release open. */
const listAppsScript = `
const { parentPort, workerData } = require('node:worker_threads');
import(workerData).then(({ apps }) => parentPort.postMessage(apps.flatMap(
  ({ name, instances = 1, services = [name] }) => services.map((service) => [service, instances]))));`;

/** Counts the processes of each service in a release's `ecosystem.config.js`, with these settings. */
export async function countProcesses(ecosystem: string, env: NodeJS.ProcessEnv): Promise<Map<string, number>> {
  const thread = new Worker(listAppsScript, { eval: true, env, workerData: ecosystem });
  const ended = once(thread, 'exit').then(() => Promise.reject(new Error(`${ecosystem} lists no services`)));
  const [counts] = (await Promise.race([once(thread, 'message'), ended])) as [[string, number][]];
  return new Map(counts);
}

/** Returns the services' URLs on this machine, which answer `/readyz`. */
export function listenersOf({ host, automationsHost, linksPort, automationsPort }: Config) {
  const at = (address: string, port: number) => `http://${reached(address)}:${port}`;
  return { links: at(host, linksPort), automations: at(automationsHost, automationsPort) };
}

const reached = (address: string) => {
  if (address === '0.0.0.0' || address === '::') return 'localhost';
  return address.includes(':') ? `[${address}]` : address;
};

/** Resolves to the reported fault; `undefined` if ready. */
export const fetchReadiness = (address: string): Promise<string | undefined> =>
  fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => (answer.ok ? undefined : await answer.text()),
    (error: Error) => (error.cause as Error | undefined)?.message ?? error.message,
  );
