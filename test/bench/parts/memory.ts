/** Memory of an installation's processes, counted as if they had the machine to themselves. */
import { readFileSync } from 'node:fs';

type Mapping = { key: string; shared: number; own: number };

/** A process's mapped files and its own memory, in KiB; unchanged pages count for the file. */
function mappingsOf(pid: number): Mapping[] {
  const found: Mapping[] = [];
  for (const part of readFileSync(`/proc/${pid}/smaps`, 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m)) {
    const [, , offset, device, inode] = part.split('\n', 1)[0]?.split(/\s+/) ?? [];
    const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(part)?.[1] ?? 0);
    const own = kib('Anonymous');
    found.push({ key: `${device} ${inode} ${offset}`, shared: inode === '0' ? 0 : kib('Rss') - own, own });
  }
  return found;
}

/**
 * MB (a million bytes) of each process: its own memory, and its share of the files it shares with the others. The kernel's PSS
 * would share them with the whole machine.
 */
export function memoryOf(processes: Record<string, number>): Record<string, number> {
  const mapped = Object.entries(processes).map(([name, pid]) => ({ name, mappings: mappingsOf(pid) }));
  const sharers = new Map<string, number>();
  for (const { mappings } of mapped)
    for (const { key, shared } of mappings) if (shared > 0) sharers.set(key, (sharers.get(key) ?? 0) + 1);
  const sum = (mappings: Mapping[]) =>
    mappings.reduce((kib, { key, shared, own }) => kib + own + shared / (sharers.get(key) ?? 1), 0);
  return Object.fromEntries(mapped.map(({ name, mappings }) => [name, (sum(mappings) * 1_024) / 1e6]));
}
