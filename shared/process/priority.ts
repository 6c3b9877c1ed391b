/** The processor is for what visitors wait for: a process whose work can wait a moment steps back behind the others. */
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** In steps of `nice`: a third of the share of others where there is not enough for all, and all that they leave. */
const niceness = 5;

/**
 * Lowers the priority of this process, for good: of all threads that it has, from which later ones take it over. Where that cannot
 * be done it works as before.
 */
export function giveWay(): void {
  if (getPriority() >= niceness) return;
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), niceness);
  } catch {
    // Not Linux, a thread that has just ended, or a sandbox that forbids it.
  }
}
