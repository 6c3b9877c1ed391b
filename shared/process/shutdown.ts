/** The end of a process: on a signal or pm2's message the steps run once, in order, and the process exits. */
import type { Log } from '../log/log.ts';

export type ShutdownStep = [name: string, run: () => unknown];

/**
 * Runs `steps` in order on SIGTERM, SIGINT or the loss of the process manager, then exits 0; exits 1 if a step fails
 * (later ones still run), if it takes longer than `limitMs`, or after an uncaught fault.
 */
export function onShutdown(log: Log, limitMs: number, steps: ShutdownStep[]): void {
  let started = false;
  const stop = async (reason: string, code = 0) => {
    if (started) return;
    started = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.error({ limitMs }, 'stopping took too long');
      process.exit(1);
    }, limitMs).unref();
    await closeAll(log, steps).catch(() => {
      code = 1;
    });
    log.info('stopped');
    process.exit(code);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('disconnect', () => void stop('the process manager is gone'));
  // The manager may have gone while this process was starting; no event follows then.
  if (process.connected === false) void stop('the process manager is gone');
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught error');
    void stop('an uncaught fault', 1);
  });
}

/** Runs all `steps` in order, even after a failure. @throws if one failed; each fault is logged */
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
  if (failed.length > 0) throw new Error(`could not be ended cleanly: ${failed.join(', ')}`);
}

/** Tells pm2 (`wait_ready`) that the process serves; without pm2 this does nothing. */
export const tellReady = () => process.send?.('ready');
