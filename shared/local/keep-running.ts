/**
 * Restarts a private server that ends by itself. Services continue meanwhile, as they do while an external store is
 * away. Only a server that repeatedly fails to start is given up.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrivateServer, Running } from './private-server.ts';

export type KeepOptions = {
  say: (line: string) => void;
  /** Failed starts in a row before the server is given up: about two minutes with these waits. */
  tries?: number;
  /** The wait doubles with each failed start and with each end soon after a start. */
  firstWaitMs?: number;
  /**
   * Tells whether the disk is so full that a start may fail for that reason; such a start is retried once there is
   * space.
   */
  isFull?: () => Promise<boolean>;
};

export type Kept = {
  /** Rejects if the first start fails, which is not retried. */
  started: Promise<void>;
  /** Resolves, with the reason, once the server is given up. */
  failed: Promise<Error>;
  stop(): Promise<void>;
};

const longestWaitMs = 30_000;
const lookEveryMs = 1_000;
/** A server that lived this long did not end because of its start. */
const soundAfterMs = 60_000;

export function keepRunning(server: PrivateServer, options: KeepOptions): Kept {
  const { say, tries = 10, firstWaitMs = 500, isFull = async () => false } = options;
  const stopping = new AbortController();
  const wait = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  const first = server.start();

  const stopped = new Promise<undefined>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

  /** `waits` is the number of earlier attempts that ended soon. Resolves to `undefined` if it is stopped meanwhile. */
  async function startAgain(waits: number): Promise<Running | undefined> {
    for (let failures = 0; ; failures++) {
      if (waits + failures > 0) await wait(Math.min(longestWaitMs, firstWaitMs * 2 ** (waits + failures - 1)));
      if (stopping.signal.aborted) return undefined;
      try {
        return await server.start();
      } catch (error) {
        if (await isFull()) {
          say(`${server.name} cannot be started, for the disk of LOCAL_DIR is full; it is started once there is room`);
          while (!stopping.signal.aborted && (await isFull())) await wait(lookEveryMs);
          failures = -1;
          continue;
        }
        if (failures + 1 < tries) continue;
        throw new Error(`${server.name} cannot be started again. ${(error as Error).message}`, { cause: error });
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
      say(`${how} and is started again; redirects go on meanwhile`);
      running = await startAgain(endsSoon);
      if (running) say(`${server.name} runs again`);
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
