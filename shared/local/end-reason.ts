/**
 * The reasons why Waypost ends: a signal, the loss of the process that started it, or a fault. The first one counts.
 */
import { readFileSync } from 'node:fs';

/** A requested end; every other reason is an error. */
export class RequestedEnd {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

export type Ending = {
  /** Aborted when Waypost must end; its `reason` is a `RequestedEnd` or an error. */
  signal: AbortSignal;
  fail(error: unknown): void;
  /** Sets the handler of SIGHUP. If a terminal or npm runs Waypost, SIGHUP ends it instead. */
  onHangUp(act: () => void): void;
};

const lookEveryMs = 1_000;

/**
 * Watches signals and `parent`, a process that must stay alive, such as npm for `npm start`. npm forwards SIGTERM and
 * SIGINT. If npm ended in any other way, Waypost would otherwise keep running unnoticed.
 */
export function watchForEnd(parent: number | undefined): Ending {
  const controller = new AbortController();
  const end = (why: string) => controller.abort(new RequestedEnd(why));
  let hangUp = () => end('SIGHUP');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(signal));
  process.on('SIGHUP', () => hangUp());
  if (parent !== undefined) {
    const isAdopted = parent === 1 && !isFirstProcessNpm();
    const look = () => {
      if (process.ppid !== parent || isAdopted) end('the process that started Waypost has ended');
    };
    look();
    setInterval(look, lookEveryMs).unref();
  }
  const isRunByOthers = parent !== undefined || process.stdin.isTTY || process.stdout.isTTY;
  return {
    signal: controller.signal,
    fail: (error) => controller.abort(error),
    onHangUp: (act) => {
      if (!isRunByOthers) hangUp = act;
    },
  };
}

/** Returns whether process 1 is npm, as in some containers. Elsewhere it adopts processes whose parent ended. */
function isFirstProcessNpm(): boolean {
  try {
    return /\bnpm\b/.test(readFileSync('/proc/1/cmdline', 'utf8'));
  } catch {
    return false;
  }
}
