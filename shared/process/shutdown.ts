/** The shutdown of a process: on a signal or pm2's message, its steps run once, in order, and it exits. */
import type { Log } from '../log/log.ts';

export type ShutdownStep = [name: string, run: () => unknown];

/** The services of this process: one, or two with SMALL. */
const services: { log: Log; limitMs: number; steps: ShutdownStep[] }[] = [];

/**
 * Runs `steps` in order on SIGTERM, SIGINT or the loss of the process manager, then exits with 0. Exits with 1 if a step
 * fails (later ones still run), if the steps take longer than `limitMs`, or after an uncaught error. Services in one
 * process shut down in parallel.
 */
export function onShutdown(log: Log, limitMs: number, steps: ShutdownStep[]): void {
  services.push({ log, limitMs, steps });
  if (services.length > 1) return;
  let started = false;
  const stop = async (reason: string, code = 0) => {
    if (started) return;
    started = true;
    const ends = services.map(async (service) => {
      service.log.info({ reason }, 'stopping');
      setTimeout(() => {
        service.log.error({ limitMs: service.limitMs }, 'stopping took too long');
        process.exit(1);
      }, service.limitMs).unref();
      await closeAll(service.log, service.steps);
      service.log.info('stopped');
    });
    const isClean = (await Promise.allSettled(ends)).every(({ status }) => status === 'fulfilled');
    process.exit(isClean ? code : 1);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('disconnect', () => void stop('the process manager is gone'));
  // The manager may have ended while this process was starting. No event follows then.
  if (process.connected === false) void stop('the process manager is gone');
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught error');
    void stop('an uncaught error', 1);
  });
}

/** Runs all `steps` in order, even after a failure. Logs each error. @throws if a step failed */
export async function closeAll(log: Log, steps: ShutdownStep[]): Promise<void> {
  const failed: string[] = [];
  for (const [name, run] of steps) {
    try {
      await run();
    } catch (err) {
      log.error({ err, step: name }, 'a shutdown step failed');
      failed.push(name);
    }
  }
  if (failed.length > 0) throw new Error(`did not shut down cleanly: ${failed.join(', ')}`);
}

let starting = 1;

/** Sets the number of services that start in this process; the default is one. */
export function expectServices(count: number): void {
  starting = count;
}

/** Notifies pm2 (`wait_ready`) once all services of this process are ready. Does nothing without pm2. */
export function signalReady(): void {
  starting -= 1;
  if (starting === 0) process.send?.('ready');
}
