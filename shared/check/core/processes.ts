/** The processes of both services on this machine, as each tells of itself on its socket below LOCAL_DIR. */
import { existsSync } from 'node:fs';
import { askProcesses } from '../../process/own-socket.ts';
import type { Subject } from './finding.ts';

export type Process = {
  name: string;
  pid: number;
  startedAt: Date;
  bytes: number;
  /** Its numbers by their names without `waypost_`; of a redirect process, what it holds. */
  numbers: Record<string, number>;
};

type Metric = { name: string; values: { value: number; labels: { process?: string; pid?: string } }[] };

async function listProcesses(localDir: string): Promise<Process[]> {
  // Looking for sockets makes their folder, and nothing is to be made before the services make it.
  if (!existsSync(localDir)) return [];
  const told = await askProcesses<Metric[]>(localDir, '/metrics').catch(() => []);
  return told.flatMap(toProcess).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.pid - b.pid));
}

const asked = new WeakMap<Subject, Promise<Process[]>>();

/** The same for one look at an installation, in which several checks ask for them. */
export function processesOf(subject: Subject): Promise<Process[]> {
  const found = asked.get(subject) ?? listProcesses(subject.config.localDir);
  asked.set(subject, found);
  return found;
}

function toProcess(metrics: Metric[]): Process[] {
  const firstOf = (name: string) => metrics.find((metric) => metric.name === name)?.values[0];
  const memory = firstOf('process_resident_memory_bytes');
  if (!memory?.labels.process) return [];
  const own = metrics.filter(({ name }) => name.startsWith('waypost_'));
  return [
    {
      name: memory.labels.process,
      pid: Number(memory.labels.pid),
      startedAt: new Date((firstOf('process_start_time_seconds')?.value ?? 0) * 1_000),
      bytes: memory.value,
      numbers: Object.fromEntries(
        own.map(({ name, values }) => [name.slice('waypost_'.length), values[0]?.value ?? 0]),
      ),
    },
  ];
}
