/** A check that the new processes fit in memory: for a moment they run beside the old ones. */
import { readFile } from 'node:fs/promises';
import type { ProcessState } from '../process/own-socket.ts';

/** Compares the running processes' memory with the free memory. @throws if it must not suffice; passes if unknown */
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
