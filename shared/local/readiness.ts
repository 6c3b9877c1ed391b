/** Whether the services came up: they answer `/readyz`, or one of them keeps ending, and then its log says why. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { readableTail } from './logs/tail.ts';
import type { ProcessEnd } from './pm2-output.ts';

const readyWithinMs = 180_000;

/** pm2 starts a process again that ended; what fails this often has a fault that stays. */
const triesToStart = 3;

export type ReadinessPlan = {
  config: Config;
  logs: string;
  say: (line: string) => void;
  /** Whether a service may fail for as long as it likes, as while somebody writes it. */
  patient: boolean;
};

export function watchReadiness({ config, logs, say, patient }: ReadinessPlan) {
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

    /** Resolves when all services are ready. @throws when one is not, and when `signal` is aborted. */
    async wait(signal: AbortSignal): Promise<void> {
      const deadline = patient ? Number.POSITIVE_INFINITY : Date.now() + readyWithinMs;
      for (const { name, address } of listenersOf(config)) {
        for (let said = await askReady(address); said !== undefined; said = await askReady(address)) {
          signal.throwIfAborted();
          if (failed && !patient) throw await failure(failed, 'cannot start.');
          if (Date.now() > deadline) throw await failure(name, `did not become ready: ${said}`);
          await sleep(100);
        }
      }
    },
  };
}

/** What answers `/readyz`, as this machine reaches it. */
export function listenersOf({ host, automationsHost, linksPort, automationsPort }: Config) {
  const reached = (address: string) => (address === '0.0.0.0' || address === '::' ? 'localhost' : address);
  return [
    { name: 'links', address: `http://${reached(host)}:${linksPort}` },
    { name: 'automations', address: `http://${reached(automationsHost)}:${automationsPort}` },
  ];
}

/** Undefined when it is, else what it says. */
export const askReady = (address: string): Promise<string | undefined> =>
  fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => (answer.ok ? undefined : await answer.text()),
    (error: Error) => (error.cause as Error | undefined)?.message ?? error.message,
  );
