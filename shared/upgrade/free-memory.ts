/** A check that the new processes fit into memory, because they run beside the old ones for a moment. */
import { readFile } from 'node:fs/promises';
import type { ProcessState } from '../process/own-socket.ts';

/**
 * Compares the memory of the running processes with the free memory. @throws if it may not be enough, but not if it
 * is unknown
 */
export async function needMemory(running: ProcessState[]): Promise<void> {
  const own = await Promise.all(running.map(({ pid }) => kilobytesOf(`/proc/${pid}/smaps_rollup`, 'Pss')));
  const [needed, free] = [own.reduce((sum, one) => sum + one, 0), await kilobytesOf('/proc/meminfo', 'MemAvailable')];
  if (free === 0 || needed <= free) return;
  const [wanted, left] = [needed, free].map((count) => Math.ceil(count / 1024));
  throw new Error(
    `both releases run at once for a moment, which can take ${wanted} MB of memory, and ${left} MB are free: add memory, ` +
      'or stop Waypost before the upgrade and start it afterwards',
  );
}

async function kilobytesOf(file: string, name: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
}
