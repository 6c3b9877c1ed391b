/** Whether there is memory for the new processes, which serve beside the former ones for a moment. */
import { readFile } from 'node:fs/promises';
import type { ProcessState } from '../process/own-socket.ts';

/** @throws when it may not suffice; a machine that keeps this to itself is believed. */
export async function needMemory(running: ProcessState[]): Promise<void> {
  const own = await Promise.all(running.map(({ pid }) => kilobytesOf(`/proc/${pid}/smaps_rollup`, 'Pss')));
  const [needed, free] = [own.reduce((sum, one) => sum + one, 0), await kilobytesOf('/proc/meminfo', 'MemAvailable')];
  if (free === 0 || needed <= free) return;
  const [wanted, left] = [needed, free].map((count) => Math.ceil(count / 1024));
  throw new Error(
    `both releases serve at once for a moment, which may take ${wanted} MB of memory more, and ${left} MB are free: give it more, ` +
      'or stop Waypost first and start it afterwards',
  );
}

async function kilobytesOf(file: string, name: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0);
}
