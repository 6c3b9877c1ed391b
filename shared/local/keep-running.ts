/**
 * Restarts a private server that ends unexpectedly. The services keep running, as they do while an external store is
 * unavailable. The server is given up only after repeated failed starts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrivateServer, Running } from './private-server.ts';

export type KeepOptions = {
  say: (line: string) => void;
  /** Failed starts in a row until the server is given up, by default after about two minutes. */
  tries?: number;
  /** The first delay, in milliseconds. It doubles after each failed start and each early end. */
  firstWaitMs?: number;
  /** Returns whether a start can fail because the disk is full; it is then retried once there is space. */
  isFull?: () => Promise<boolean>;
};

export type Kept = {
  /** Rejects if the first start fails; that start is not retried. */
  started: Promise<void>;
  /** Resolves, with the reason, once the server is given up. */
  failed: Promise<Error>;
  stop(): Promise<void>;
};

const longestWaitMs = 30_000;
const lookEveryMs = 1_000;
/** The running time after which an end does not count as a failed start. */
const soundAfterMs = 60_000;

export function keepRunning(server: PrivateServer, options: KeepOptions): Kept {
  const { say, tries = 10, firstWaitMs = 500, isFull = async () => false } = options;
  const stopping = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  const first = server.start();

  const stopped = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

  /** Restarts the server. `waits`: how often it has already ended early. Resolves to `undefined` after `stop()`. */
  async function startAgain(waits: number): Promise<Running | undefined> {
    for (let failures = 0; ; failures++) {
      if (waits + failures > 0) await wait(Math.min(longestWaitMs, firstWaitMs * 2 ** (waits + failures - 1)));
      if (stopping.signal.aborted) return undefined;
      try {
        return await server.start();
      } catch (error) {
        if (await isFull()) {
          say(`${server.name} cannot start because the disk of LOCAL_DIR is full; it starts once there is space`);
          while (!stopping.signal.aborted && (await isFull())) await wait(lookEveryMs);
          failures = -1;
          continue;
        }
        if (failures + 1 < tries) continue;
        throw new Error(`${server.name} cannot be restarted. ${(error as Error).message}`, { cause: error });
      }
    }
  }

  async function keep(): Promise<void> {
    let running: Running | undefined = await first;
    for (let endsSoon = 0; running; endsSoon++) {
      const startedAt = performance.now();
      const how: string | undefined = await Promise.race([running.ended, stopped]);
      if (how === undefined) return;
      if (performance.now() - startedAt > soundAfterMs) endsSoon = 0;
      say(`${how} and is being restarted; redirects keep working`);
      running = await startAgain(endsSoon);
      if (running) say(`${server.name} is running again`);
    }
  }

  const kept = keep();
  return {
    started: first.then(() => {}),
    failed: new Promise((resolve) => {
      kept.catch((error: Error) => stopping.signal.aborted || resolve(error));
    }),
    async stop() {
      stopping.abort();
      await server.stop();
      await kept.catch(() => {});
    },
  };
}
