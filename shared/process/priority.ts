/** Lower priority for processes whose work can wait, so that visitors need not wait. */
import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** The value that leaves a process a third of other processes' share of a busy processor. */
const niceness = 5;

/**
 * Lowers the priority of this process permanently: of all its threads, from which later threads inherit it. Does nothing
 * if that is impossible.
 */
export function giveWay(): void {
  if (getPriority() >= niceness) return;
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), niceness);
  } catch {
    // This is not Linux, the thread has just ended, or a sandbox forbids it.
  }
}
